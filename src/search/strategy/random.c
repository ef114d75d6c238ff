/* SPDX-License-Identifier: MIT */
/* random.c - every enabled thread with the same probability, at each step
 *
 * Then uniform over that thread's alternatives: a thread that offers more does
 * not run more often.  Keeps nothing between executions; execution number i
 * draws from stream i of the seed, and a forced choice draws nothing.
 *
 * What is no thread of the test (a buffer's flush) is drawn like one: with n
 * entries that can go on at each of k steps, flushes counted in both, each
 * schedule has a probability of at least n^-k.
 */
#include "search/strategy/seldom.h"

struct sampler {
	struct rng rng;
	uint64_t seed;
	uint32_t seldom; /* of the current execution */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct sampler *r = region_take(region, sizeof *r);

	if (r)
		r->seed = config->seed;
	return r;
}

static struct start begin(void *self, uint64_t index)
{
	struct sampler *r = self;

	rng_seed(&r->rng, r->seed, index);
	r->seldom = 0;
	return (struct start){.prefix = NULL};
}

/* The enabled thread number i; i < view->enabled. */
static tid nth_enabled(const struct view *view, uint32_t i)
{
	tid t = 0;

	if (view->enabled == view->threads)
		return (tid)i;
	for (;; t++)
		if (enabled(&view->thread[t]) && i-- == 0)
			return t;
}

static struct choice choose(void *self, const struct view *view)
{
	struct sampler *r = self;
	const struct pending *p;
	struct choice c = {0};

	if (view->enabled == 1)
		c.thread = first_of(view);
	else
		c.thread = nth_enabled(view, rng_below(&r->rng, view->enabled));
	p = &view->thread[c.thread];
	if (may_fail(p))
		c.alternative = seldom_fails(&r->rng, &r->seldom);
	else
		c.alternative = offered(
			p, p->offers == 1 ? 0 : rng_below(&r->rng, p->offers));
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
}

const struct strategy strategy_random = {
	.name = "random",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
