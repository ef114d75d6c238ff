/* SPDX-License-Identifier: MIT */
/* screen.h - iterative deepening while it runs, for people
 *
 * On a terminal a table that is rewritten: what is proven so far, and of each
 * job what it is, how far it is, and before what it switches threads.
 * Elsewhere one line now and then.
 */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

struct crew;
struct deepen;
struct disk;
struct result;
struct show;

/* Now and then, while a crew works on the jobs of d; also in the events.
 * `before` is what earlier searches of the check have come to. */
void screen_show(struct show *show, struct disk *disk,
	const struct result *before, struct deepen *d, const struct crew *crew);

#endif
