/* SPDX-License-Identifier: MIT */
/* replay.c - one execution with a given schedule
 *
 * The schedule is the caller's and is not copied.  A choice that the view does
 * not offer stops the execution, and so does an end of the schedule before the
 * end of the execution, unless there is only one option left at each step.
 */
#include "search/strategy.h"

struct replay {
	const struct choice *schedule;
	size_t length;
	bool made; /* the execution has ended */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct replay *r = region_take(region, sizeof *r);

	if (r) {
		r->schedule = config->replay;
		r->length = config->replay ? config->replay_length : 0;
	}
	return r;
}

static struct start begin(void *self, uint64_t index)
{
	const struct replay *r = self;

	return (struct start){.done = r->made};
}

static bool offers(const struct view *view, struct choice c)
{
	const struct pending *p;

	if (c.thread >= view->threads)
		return false;
	p = &view->thread[c.thread];
	if (!p->live || !p->offers)
		return false;
	if (!p->offer)
		return c.alternative < p->offers;
	for (uint32_t i = 0; i < p->offers; i++)
		if (p->offer[i] == c.alternative)
			return true;
	return false;
}

static struct choice choose(void *self, const struct view *view)
{
	const struct replay *r = self;
	struct choice c = {0};

	if (view->step < r->length) {
		c.thread = r->schedule[view->step].thread;
		c.alternative = r->schedule[view->step].alternative;
		return offers(view, c) ? c : choice_stop(STOP_CANNOT_FOLLOW);
	}
	c.thread = first_of(view);
	c.alternative = offered(&view->thread[c.thread], 0);
	if (view->enabled > 1 || view->thread[c.thread].offers > 1)
		return choice_stop(STOP_CANNOT_FOLLOW);
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct replay *r = self;

	r->made = true;
}

const struct strategy strategy_replay = {
	.name = "replay",
	.given = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
};
