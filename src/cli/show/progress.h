/* SPDX-License-Identifier: MIT */
/* progress.h - what a search that runs has come to so far
 *
 * Live counters of its test processes, hence of no trust: any number may be
 * nonsense.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/show/outlook.h"

struct crew;
struct deepen;
struct disk;
struct result;
struct show;

struct progress {
	uint64_t executions; /* of all phases, however they ended */
	uint64_t cut;	     /* of these, at the step limit */
	unsigned bugs;
	uint32_t round, points;
	const char *strategy; /* of this phase */
	int64_t bound;	      /* explored now; -1: it has none */
	struct outlook outlook;
	const struct samples *shown; /* by samplers; NULL: nothing */
};

/* Now and then, while a crew works on a phase: tells it on the live line and in
 * the events.  `before` is what earlier searches of the check have come to. */
void progress_show(struct show *show, struct disk *disk,
	const struct result *before, const struct crew *crew);
/* By all samplers of the crew, and before it; of iterative deepening or (NULL)
 * a phase.  `now`, or a moment ago.  Until the next call; NULL: nothing. */
const struct samples *progress_shown(const struct result *before,
	const struct deepen *d, const struct crew *crew, bool now);
/* In the events alone, of iterative deepening or (NULL) a phase; the crew is
 * done: `last`. */
void progress_feed(struct show *show, struct disk *disk,
	const struct result *before, const struct deepen *d,
	const struct crew *crew, bool last);

#endif
