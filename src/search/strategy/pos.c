/* SPDX-License-Identifier: MIT */
/* pos.c - every operation has a random priority; the highest runs
 *
 * Yuan, Yang and Gu, "Partial order aware concurrency sampling", CAV 2018:
 * operations, not threads, have priorities.  A thread's next one gets its own
 * when the thread has made the one before; those that race with what was just
 * made are drawn again, so that what comes out of one race says nothing about
 * the next.  Tossing a coin at each step lets a thread stay behind n operations
 * that nobody else cares about with a probability of 2^-n; here it is 1/(n+1).
 *
 * The paper promises more than random walks do, but no number that holds for a
 * program of which nothing is known: none is claimed.
 *
 * What waits for a lock keeps its priority, and is drawn again when that is
 * given back.  What is no thread of the test (a buffer's flush) is drawn like
 * one.
 *
 * Cost     O(threads) at each step.
 */
#include "search/strategy/priorities.h"
#include "search/strategy/seldom.h"

struct pos {
	struct rng rng;
	uint64_t seed;

	/* Of the current execution. */
	uint32_t seldom; /* seldom.h */
	struct priorities priorities;
};

static void *create(const struct search_config *config, struct region *region)
{
	struct pos *p = region_take(region, sizeof *p);

	if (p)
		p->seed = config->seed;
	return p;
}

static struct start begin(void *self, uint64_t index)
{
	struct pos *p = self;

	rng_seed(&p->rng, p->seed, index);
	p->seldom = 0;
	priorities_begin(&p->priorities);
	return (struct start){.prefix = NULL};
}

static struct choice choose(void *self, const struct view *view)
{
	struct pos *p = self;
	const struct pending *made;
	struct choice c = {0};

	c.thread = priorities_highest(&p->priorities, &p->rng, view, NULL);
	made = &view->thread[c.thread];
	if (may_fail(made))
		c.alternative = seldom_fails(&p->rng, &p->seldom);
	else
		c.alternative = offered(made,
			made->offers == 1 ? 0
					  : rng_below(&p->rng, made->offers));
	priorities_made(&p->priorities, view, c.thread);
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
}

const struct strategy strategy_pos = {
	.name = "pos",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
