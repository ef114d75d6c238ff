/* SPDX-License-Identifier: MIT */
/* progress.h - what a search that runs has come to so far
 *
 * Live counters of its test processes, hence of no trust: any number may be
 * nonsense.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/plan/check.h"
#include "cli/show/outlook.h"

struct progress {
	uint64_t executions; /* of all phases, however they ended */
	uint64_t cut;	     /* of these, at the step limit */
	unsigned bugs;
	uint32_t round, points;
	const char *strategy; /* of this phase */
	int64_t bound;	      /* explored now; -1: it has none */
	struct outlook outlook;
};

/* A crew's `show`: tells it on the live line and in the events of `check`, a
 * struct check. */
void progress_show(void *check, const struct crew *crew);
/* In the events alone. */
void progress_feed(struct check *check, const struct crew *crew);
/* The crew is done. */
void progress_last(struct check *check, const struct crew *crew);

#endif
