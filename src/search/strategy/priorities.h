/* SPDX-License-Identifier: MIT */
/* priorities.h - random priorities of pending operations (strategy/pos.c)
 *
 * Each is drawn when it is first asked for, and again when its thread has made
 * its operation, or another one has made what it races with.
 */
#ifndef STRATEGY_PRIORITIES_H
#define STRATEGY_PRIORITIES_H

#include "search/strategy.h"

struct priorities {
	uint32_t known;		  /* entries of of[] */
	uint64_t of[THREADS_MAX]; /* 0: to be drawn */
};

void priorities_begin(struct priorities *p);
/* Who can go on and has the highest; `waits`: but for those, by thread, unless
 * it is all of them (NULL: nobody). */
tid priorities_highest(struct priorities *p, struct rng *rng,
	const struct view *view, const bool *waits);
/* That thread's operation is made. */
void priorities_made(struct priorities *p, const struct view *view, tid made);

#endif
