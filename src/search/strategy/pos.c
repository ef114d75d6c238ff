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
#include "search/depend.h"
#include "search/strategy/seldom.h"

struct pos {
	struct rng rng;
	uint64_t seed;

	/* Of the current execution. */
	uint32_t seldom;		/* seldom.h */
	uint32_t known;			/* entries of priority[] */
	uint64_t priority[THREADS_MAX]; /* 0: to be drawn */
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
	p->seldom = p->known = 0;
	return (struct start){.prefix = NULL};
}

/* Do two pending operations race? */
static bool races(const struct pending *a, const struct pending *b)
{
	bool same = a->size && b->size ? a->object < b->object + b->size &&
						 b->object < a->object + a->size
				       : a->object == b->object;

	return a->object && same && !kinds_commute(a->kind, b->kind) &&
	       (kind_changes(a->kind, false) || kind_changes(b->kind, false));
}

static tid highest(struct pos *p, const struct view *view)
{
	tid best = TID_NONE;

	while (p->known < view->threads)
		p->priority[p->known++] = 0;
	for (tid t = 0; t < view->threads; t++) {
		if (!enabled(&view->thread[t]))
			continue;
		if (!p->priority[t])
			p->priority[t] = rng_next(&p->rng) | 1;
		if (best == TID_NONE || p->priority[t] > p->priority[best])
			best = t;
	}
	return best;
}

static struct choice choose(void *self, const struct view *view)
{
	struct pos *p = self;
	const struct pending *made;
	struct choice c = {0};

	c.thread = highest(p, view);
	made = &view->thread[c.thread];
	if (may_fail(made))
		c.alternative = seldom_fails(&p->rng, &p->seldom);
	else
		c.alternative = offered(made,
			made->offers == 1 ? 0
					  : rng_below(&p->rng, made->offers));
	for (tid t = 0; t < view->threads; t++)
		if (t == c.thread || races(&view->thread[t], made))
			p->priority[t] = 0;
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
