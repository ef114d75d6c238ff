/* SPDX-License-Identifier: MIT */
/* given.h - executions like one that is given
 *
 * What strategies share that start from a schedule (strategy.given): its steps
 * by thread, and an execution that follows them as far as it can.  A step is
 * known by its thread and how many that had made, so that it keeps its place
 * where others are made earlier or later.
 *
 * Cost     a step: O(1); where a thread waits that is to go on, O(steps)
 */
#ifndef SEARCH_STRATEGY_GIVEN_H
#define SEARCH_STRATEGY_GIVEN_H

#include "search/strategy.h"

#define GIVEN_NONE UINT32_MAX

struct given {
	uint32_t room; /* steps that fit */

	/* The schedule: [steps] */
	uint32_t steps;
	struct choice *choice;
	uint32_t *own;	 /* which of its thread's steps it is */
	uint32_t *nth;	 /* first[t] + n: step n of thread t */
	uint32_t *first; /* [THREADS_MAX + 1] */

	/* The execution in progress. */
	uint32_t at; /* those before it, in the order that is followed, were
			made */
	uint32_t *made_own; /* [THREADS_MAX] */
	struct choice *made;
	uint32_t made_steps;
};

/* False: no room for a schedule of that length. */
bool given_new(struct given *g, const struct search_config *config,
	struct region *region);

/* The schedule is that of the configuration, or of what was just executed. */
void given_read(struct given *g, const struct search_config *config);
void given_adopt(struct given *g);

void given_begin(struct given *g);

/* Steps that a thread has in it, and number n of them (GIVEN_NONE: fewer). */
uint32_t given_count(const struct given *g, tid t);
uint32_t given_nth(const struct given *g, tid t, uint32_t n);

/* The next that can go on, in the order of the schedule or of order[steps];
 * `but` (TID_NONE: nobody) does not.  TID_NONE: none of it can. */
tid given_next(struct given *g, const struct view *view, const uint32_t *order,
	tid but);
bool given_can(const struct view *view, tid t);

/* What thread t does then: with the alternative that it had there. */
struct choice given_choice(
	const struct given *g, const struct pending *p, tid t);
/* False: it does not fit. */
bool given_make(struct given *g, struct choice c);

#endif
