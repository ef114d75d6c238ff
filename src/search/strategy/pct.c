/* SPDX-License-Identifier: MIT */
/* pct.c - random priorities that change at d-1 random steps
 *
 * Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with
 * probabilistic guarantees of finding bugs", 2010: the enabled thread of
 * highest priority runs; the thread that makes step k_i gets priority i, below
 * all first ones.  With n threads and k steps a bug of depth d is found with a
 * probability of at least 1 / (n * k^(d-1)) in each execution.
 *
 * First priorities are drawn as 63 random bits, so that n need not be known.
 * k is the largest number of steps seen in finished executions before this
 * one, unless the configuration gives it.  Steps count from the first decision
 * between two enabled threads on.  A thread that gives way gets a priority
 * below all others, lower each time, so that waiting loops end.
 *
 * What is no thread of the test (a buffer's flush) has a priority as well: n
 * counts it, and k its steps.  A bug that needs one such entry before or after
 * a thread is one of depth 1 more, as between two threads.
 */
#include "search/strategy/pct.h"
#include "search/strategy/seldom.h"

#include <string.h>

/* Three bands: first priorities, change points, threads that gave way. */
#define PRIORITY_FIRST ((uint64_t)1 << 63)
#define PRIORITY_CHANGED ((uint64_t)1 << 32)

enum {
	DEPTH_DEFAULT = 3,
	STEPS_FIRST = 16
};

struct point {
	uint32_t step; /* counted from 1 */
	uint32_t priority;
};

struct pct {
	struct rng rng;
	uint64_t seed;
	uint32_t depth;
	uint32_t steps_fixed; /* 0: learned */
	uint32_t steps_most;  /* k */

	/* Of the current execution. */
	uint32_t steps;	   /* counted so far */
	uint32_t gave_way; /* how often */
	uint32_t next;	   /* of point[] */
	uint32_t points;
	uint32_t seldom; /* seldom.h */
	uint32_t known;	 /* threads with a priority */
	bool counting;
	struct point point[PCT_DEPTH_MAX]; /* ascending by step */
	uint64_t priority[THREADS_MAX];
};

void pct_set_depth(void *self, uint32_t depth)
{
	struct pct *p = self;

	p->depth = depth == 0		   ? DEPTH_DEFAULT
		   : depth < PCT_DEPTH_MAX ? depth
					   : PCT_DEPTH_MAX;
}

static void *create(const struct search_config *config, struct region *region)
{
	struct pct *p = region_take(region, sizeof *p);

	if (!p)
		return NULL;
	p->seed = config->seed;
	p->steps_fixed = config->pct_steps;
	p->steps_most = STEPS_FIRST;
	pct_set_depth(p, config->pct_depth);
	return p;
}

static struct start begin(void *self, uint64_t index)
{
	struct pct *p = self;
	uint32_t k = p->steps_fixed ? p->steps_fixed : p->steps_most;

	rng_seed(&p->rng, p->seed, index);
	p->steps = p->gave_way = p->next = p->known = p->seldom = 0;
	p->counting = false;
	p->points = p->depth - 1;
	for (uint32_t i = 0; i < p->points; i++) {
		uint32_t step = 1 + rng_below(&p->rng, k), at = i;

		/* Equal steps stay in order: the last one wins. */
		for (; at > 0 && p->point[at - 1].step > step; at--)
			p->point[at] = p->point[at - 1];
		p->point[at] = (struct point){step, i + 1};
	}
	return (struct start){.prefix = NULL};
}

static tid highest(struct pct *p, const struct view *view)
{
	tid best = TID_NONE;

	while (p->known < view->threads)
		p->priority[p->known++] = rng_next(&p->rng) | PRIORITY_FIRST;
	for (tid t = 0; t < view->threads; t++)
		if (enabled(&view->thread[t]) &&
			(best == TID_NONE ||
				p->priority[t] > p->priority[best]))
			best = t;
	return best;
}

static void count_step(struct pct *p, tid thread)
{
	p->steps++;
	while (p->next < p->points && p->point[p->next].step <= p->steps)
		p->priority[thread] =
			PRIORITY_CHANGED + p->point[p->next++].priority;
}

static struct choice choose(void *self, const struct view *view)
{
	struct pct *p = self;
	const struct pending *pending;
	struct choice c = {0};

	c.thread = highest(p, view);
	pending = &view->thread[c.thread];
	if (may_fail(pending))
		c.alternative = seldom_fails(&p->rng, &p->seldom);
	else
		c.alternative = offered(
			pending, pending->offers == 1
					 ? 0
					 : rng_below(&p->rng, pending->offers));
	if (view->enabled > 1)
		p->counting = true;
	if (p->counting)
		count_step(p, c.thread);
	if (gives_way(pending->kind, c.alternative))
		p->priority[c.thread] = PRIORITY_CHANGED - ++p->gave_way;
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct pct *p = self;

	/* One that was cut says nothing about how long they are. */
	if (outcome->kind != OUTCOME_STOPPED &&
		outcome->kind != OUTCOME_DIVERGED && p->steps > p->steps_most)
		p->steps_most = p->steps;
}

static size_t save(const void *self, void *out, size_t bytes)
{
	const struct pct *p = self;

	if (bytes >= sizeof p->steps_most)
		memcpy(out, &p->steps_most, sizeof p->steps_most);
	return sizeof p->steps_most;
}

static bool load(void *self, const void *saved, size_t length)
{
	struct pct *p = self;

	if (length != sizeof p->steps_most)
		return false;
	memcpy(&p->steps_most, saved, length);
	return p->steps_most >= STEPS_FIRST;
}

const struct strategy strategy_pct = {
	.name = "pct",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.save = save,
	.load = load,
};
