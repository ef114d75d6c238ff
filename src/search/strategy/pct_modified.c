/* SPDX-License-Identifier: MIT */
/* pct_modified.c - pct that knows neither the number of threads nor of steps
 *
 * Thomson, "Practical Systematic Concurrency Testing", section 6.6.2: threads
 * stand in a list, the first that can go on does.  Who begins is put in at a
 * place that chance chooses, the ends of the list included.  Of d-1 steps,
 * drawn from 1 to k, whoever makes one goes to the end of the list; so does who
 * gives way.  k is 1 before the first execution, and then the most steps that
 * any had; all steps count, from the first.
 *
 * What is no thread of the test (a buffer's flush) stands in the list as well.
 */
#include "search/strategy/seldom.h"

#include <string.h>

enum {
	DEPTH_DEFAULT = 3,
	DEPTH_MOST = 64
};

struct modified {
	struct rng rng;
	uint64_t seed;
	uint32_t points, steps_most; /* d - 1, k */

	/* Of the current execution. */
	uint32_t step[DEPTH_MOST];
	uint32_t steps, seldom;
	uint32_t listed;       /* threads, all of them */
	tid list[THREADS_MAX]; /* the first has the highest priority */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct modified *m = region_take(region, sizeof *m);
	uint32_t depth = config->pct_depth ? config->pct_depth : DEPTH_DEFAULT;

	if (!m)
		return NULL;
	m->seed = config->seed;
	m->steps_most = config->pct_steps ? config->pct_steps : 1;
	m->points = (depth < DEPTH_MOST ? depth : DEPTH_MOST) - 1;
	return m;
}

static struct start begin(void *self, uint64_t index)
{
	struct modified *m = self;

	rng_seed(&m->rng, m->seed, index);
	m->steps = m->seldom = m->listed = 0;
	for (uint32_t i = 0; i < m->points; i++)
		m->step[i] = 1 + rng_below(&m->rng, m->steps_most);
	return (struct start){.prefix = NULL};
}

/* Number `listed` is new: before one of those that are there, or behind them.
 */
static void insert(struct modified *m)
{
	uint32_t at = rng_below(&m->rng, m->listed + 1);

	memmove(m->list + at + 1, m->list + at,
		(m->listed - at) * sizeof m->list[0]);
	m->list[at] = (tid)m->listed++;
}

static uint32_t first(const struct modified *m, const struct view *view)
{
	uint32_t at = 0;

	while (m->list[at] >= view->threads ||
		!enabled(&view->thread[m->list[at]]))
		at++;
	return at;
}

static void to_the_end(struct modified *m, uint32_t at)
{
	tid moved = m->list[at];

	memmove(m->list + at, m->list + at + 1,
		(m->listed - at - 1) * sizeof m->list[0]);
	m->list[m->listed - 1] = moved;
}

static bool changes(const struct modified *m)
{
	for (uint32_t i = 0; i < m->points; i++)
		if (m->step[i] == m->steps)
			return true;
	return false;
}

static struct choice choose(void *self, const struct view *view)
{
	struct modified *m = self;
	const struct pending *pending;
	struct choice c = {0};
	uint32_t at;

	while (m->listed < view->threads)
		insert(m);
	at = first(m, view);
	c.thread = m->list[at];
	pending = &view->thread[c.thread];
	if (may_fail(pending))
		c.alternative = seldom_fails(&m->rng, &m->seldom);
	else
		c.alternative = offered(
			pending, pending->offers == 1
					 ? 0
					 : rng_below(&m->rng, pending->offers));
	m->steps++;
	if (changes(m) || gives_way(pending->kind, c.alternative))
		to_the_end(m, at);
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct modified *m = self;

	/* One that was cut says nothing about how long they are. */
	if (outcome->kind != OUTCOME_STOPPED &&
		outcome->kind != OUTCOME_DIVERGED && m->steps > m->steps_most)
		m->steps_most = m->steps;
}

static size_t save(const void *self, void *out, size_t bytes)
{
	const struct modified *m = self;

	if (bytes >= sizeof m->steps_most)
		memcpy(out, &m->steps_most, sizeof m->steps_most);
	return sizeof m->steps_most;
}

static bool load(void *self, const void *saved, size_t length)
{
	struct modified *m = self;

	if (length != sizeof m->steps_most)
		return false;
	memcpy(&m->steps_most, saved, length);
	return m->steps_most > 0;
}

const struct strategy strategy_pct_modified = {
	.name = "pct-modified",
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.save = save,
	.load = load,
};
