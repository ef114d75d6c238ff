/* SPDX-License-Identifier: MIT */
/* size.c - random schedules that say how many traces there are (size.h)
 *
 * Drawn as in random.c; what may fail is drawn like anything else.
 */
#include "search/size.h"

#include "search/strategy.h"

enum {
	EVENTS = 1 << 16,
	THREADS = 1 << 12
};

struct walks {
	struct rng rng;
	uint64_t seed;
	struct history history;
	struct size_room room;
	struct large walk;    /* the current one, n_1 n_2 ... so far */
	struct large sum;     /* of all that ended */
	struct large squares; /* the same, of their squares */
	uint64_t made;
	uint64_t unknown; /* walks of which too little could be kept */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct walks *w = region_take(region, sizeof *w);
	size_t bytes = size_room_bytes(EVENTS, THREADS);
	char *room = w ? region_take(region, bytes) : NULL;
	void *rest;

	if (!room)
		return NULL;
	w->seed = config->seed;
	size_room_init(&w->room, room, EVENTS, THREADS);
	rest = region_rest(region, &bytes);
	history_init(&w->history, rest, bytes);
	w->history.earlier.unrefined = config->unrefined;
	return w;
}

static struct start begin(void *self, uint64_t index)
{
	struct walks *w = self;

	rng_seed(&w->rng, w->seed, index);
	history_cut(&w->history, 0);
	w->walk = large_of(1);
	return (struct start){.prefix = NULL};
}

static struct choice choose(void *self, const struct view *view)
{
	struct walks *w = self;
	uint32_t skip =
		view->enabled == 1 ? 0 : rng_below(&w->rng, view->enabled);
	const struct pending *p;
	struct choice c = {0};

	for (;; c.thread++)
		if (enabled(&view->thread[c.thread]) && skip-- == 0)
			break;
	p = &view->thread[c.thread];
	c.alternative =
		offered(p, p->offers == 1 ? 0 : rng_below(&w->rng, p->offers));
	if (view->enabled > 1 || p->offers > 1)
		w->walk =
			large_times(w->walk, (double)view->enabled * p->offers);
	return c;
}

static void transition(void *self, const struct transition *done)
{
	struct walks *w = self;

	history_add(&w->history, done);
}

static void end(void *self, const struct outcome *outcome)
{
	struct walks *w = self;
	struct large walk = w->walk;

	if (outcome->kind == OUTCOME_DIVERGED)
		return;
	w->made++;
	if (outcome->kind == OUTCOME_REDUNDANT) /* nobody explores it */
		return;
	if (!size_divide(&w->history, &w->room, &walk)) {
		w->unknown++;
		return;
	}
	w->sum = large_plus(w->sum, walk);
	walk.fraction *= walk.fraction; /* less than 2^128 */
	walk.power *= 2;
	w->squares = large_plus(w->squares, large_times(walk, 1));
}

static bool size(const void *self, struct sized *out)
{
	const struct walks *w = self;
	struct large mean, spread = w->squares;

	if (w->made == 0 || w->unknown || w->sum.fraction == 0)
		return false;
	mean = large_times(w->sum, 1.0 / (double)w->made);
	spread.fraction /= mean.fraction;
	spread.fraction /= mean.fraction;
	spread.power -= 2 * mean.power;
	*out = (struct sized){
		.traces = large_value(mean),
		.spread =
			large_value(large_times(spread, 1.0 / (double)w->made)),
		.walks = w->made,
	};
	return true;
}

static void restart(void *self)
{
	struct walks *w = self;

	w->sum = w->squares = large_of(0);
	w->made = w->unknown = 0;
}

const struct strategy strategy_size = {
	.name = "size",
	.footprints = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.transition = transition,
	.end = end,
	.size = size,
	.restart = restart,
};
