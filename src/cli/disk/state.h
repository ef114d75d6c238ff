/* SPDX-License-Identifier: MIT */
/* state.h - an exhaustive search that has not ended is on disk
 *
 * While it runs, a crew hands its processes over every few seconds (crew.keep),
 * all of them between two executions; when it was interrupted or its budget is
 * spent, a last time.  What is written is enough for `scarp resume` to end with
 * the account of one run.  A search that came to its end leaves no file.
 *
 * Trust    a channel is checked before a byte of it is written, and again when
 *          it is read.
 * Errors   a file that cannot be written is said once, and the check goes on.
 */
#ifndef CLI_STATE_H
#define CLI_STATE_H

#include "cli/plan/check.h"

/* Whether there is anything to keep, and what would have to be different.
 * Once, when the options were judged and the program is known. */
void state_begin(struct check *check);
/* A crew's `keep`: check is a struct check. */
void state_keep(void *check, const struct crew *crew);
/* The search was ended early: what was kept last stays.  Else it goes. */
void state_end(struct check *check, bool early);
/* The last lines of the command: how to go on. */
void state_tell(const struct check *check, FILE *out);

/* An unfinished search; the program, the libraries and the environment are
 * what they were.  Fills check->state and target, and the options that last. */
int state_open(struct check *check, const char *path, struct err *err);
/* Is everything that the test was run with the same? */
int state_same(const struct check *check, struct err *err);
/* Account w goes on in this channel; its configuration is the caller's. */
int state_fill(
	struct check *check, unsigned w, struct channel *c, struct err *err);

#endif
