/* SPDX-License-Identifier: MIT */
/* screen.h - iterative deepening while it runs, for people
 *
 * On a terminal a table that is rewritten: what is proven so far, and of each
 * job what it is, how far it is, and before what it switches threads.
 * Elsewhere one line now and then.
 */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/plan/deepen.h"

enum {
	SCREEN_LINES = 24, /* at most */
	SCREEN_COLUMNS = 240
};

/* As `show` of struct crew. */
void screen_show(void *check, const struct crew *crew);

/* The lines of the table, at most `most`; returns how many.  For tests, too. */
unsigned screen_lines(struct check *check, const struct crew *crew,
	char line[][SCREEN_COLUMNS], unsigned most);

#endif
