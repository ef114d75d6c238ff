/* SPDX-License-Identifier: MIT */
/* strategy.h - who runs next: one file a strategy, one row in strategy.c
 *
 * A strategy lives across all executions of a search.  It never sees the test:
 * only `view`.  Its state is plain data in the search's region.
 */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include "base/rng.h"
#include "search/search.h"

/* A bump region with stack discipline: what is allocated last is given back
 * first (region_back). */
struct region {
	char *base;
	size_t used, size;
};

/* 8-aligned zeroed bytes; NULL when the region is full. */
void *region_take(struct region *region, size_t bytes);

struct strategy {
	const char *name; /* as on the command line */
	bool exhausts;	  /* may come to the end of the space */

	/* State for this configuration, from the region; NULL: it is full. */
	void *(*create)(const struct search_config *config,
		struct region *region);
	/* Number `index` is what a sampler's stream of chance depends on. */
	struct start (*begin)(void *self, uint64_t index);
	struct choice (*choose)(void *self, const struct view *view);
	void (*transition)(void *self, const struct transition *done);
	void (*end)(void *self, const struct outcome *outcome);
	/* Forget all progress: the decision points are other ones now. */
	void (*restart)(void *self);
	bool footprints; /* needs search_transition */
};

/* NULL when there is none of that name. */
const struct strategy *strategy_find(const char *name);
/* Row i of the table, NULL after the last: for help texts. */
const struct strategy *strategy_at(unsigned i);

/* The i-th enabled (thread, alternative) of a view counted from thread `from`
 * upwards and around; i below the sum of offers. */
struct choice view_nth_from(const struct view *view, tid from, uint32_t i);

#endif
