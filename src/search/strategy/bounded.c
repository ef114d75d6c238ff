/* SPDX-License-Identifier: MIT */
/* bounded.c - every schedule, those with few preemptions or delays first
 *
 * `ipb` is iterative preemption bounding (Musuvathi and Qadeer, "Iterative
 * Context Bounding for Systematic Testing of Multithreaded Programs", 2007),
 * `idb` iterative delay bounding (Emmi, Qadeer and Rakamaric, "Delay-Bounded
 * Scheduling", 2011).
 *
 *   preemption  a choice of another thread than the one that ran last, which
 *               could have gone on
 *   delay       one thread that could go on and is passed over, in the order
 *               of thread numbers from the one that ran last and around
 *
 * The first choice of an execution is neither, nor is one of an entry that is
 * no thread of the test; and who has nothing left to do but to leave the
 * process is not preempted.  With bound c = 0, 1, 2, ... the schedules that
 * have at most c are tried in the order of dfs; those with fewer were tried
 * before, and are made again only to get at what lies behind them.
 */
#include <string.h>

#include "search/strategy/bounds.h"
#include "search/strategy/stack.h"

struct bounded {
	struct stack stack;
	struct bounds bounds;
	bool delays; /* else preemptions */
};

static void restart(void *self)
{
	struct bounded *b = self;

	stack_clear(&b->stack);
	bounds_restart(&b->bounds);
}

static struct bounded *create(
	const struct search_config *config, struct region *region)
{
	struct bounded *b = region_take(region, sizeof *b);

	if (!b || !stack_init(&b->stack, region))
		return NULL;
	bounds_init(&b->bounds, config);
	return b;
}

static void *create_ipb(
	const struct search_config *config, struct region *region)
{
	return create(config, region);
}

static void *create_idb(
	const struct search_config *config, struct region *region)
{
	struct bounded *b = create(config, region);

	if (b)
		b->delays = true;
	return b;
}

static struct start begin(void *self, uint64_t index)
{
	struct bounded *b = self;
	struct start start = stack_begin(&b->stack);

	if (start.done && bounds_next(&b->bounds)) {
		stack_clear(&b->stack);
		start = stack_begin(&b->stack);
	}
	/* All choices after the prefix are free. */
	start.again = !start.done && b->stack.cost < b->bounds.count.now;
	return start;
}

/* What choosing another thread than `first` costs, when `skipped` threads of
 * the test that could go on stand before it. */
static uint32_t cost_of(const struct bounded *b, const struct view *view,
	tid first, uint32_t skipped)
{
	if (view->last == TID_NONE)
		return 0;
	if (b->delays)
		return skipped;
	if (view->thread[first].kind == OP_process_leave)
		return 0;
	return first == view->last;
}

/* How many threads of the test can go on, from entry `from` around up to `to`;
 * all, if that is the same. */
static uint32_t threads_enabled(const struct view *view, tid from, tid to)
{
	uint32_t n = 0;
	tid t = from;

	do {
		n += enabled(&view->thread[t]) && !view->thread[t].internal;
		t = (tid)(t + 1 == view->threads ? 0 : t + 1);
	} while (t != to);
	return n;
}

/* What the bound allows, but for the first alternative of `first`, which is
 * free; the last to be tried is pushed first.  Costs go by the first thread of
 * the test, which is another one where `first` is a flush. */
static bool push_rest(struct bounded *b, const struct view *view, tid first)
{
	struct run *top = b->stack.top;
	tid thread = view->flushes ? thread_from(view, view->last) : first;
	tid from = thread == TID_NONE ? first : thread;
	uint32_t left = view->enabled - 1u;
	uint32_t skipped = threads_enabled(view, from, first);
	uint32_t most = b->bounds.count.now - b->stack.cost;
	bool fits = true;

	for (tid t = first; left && fits;) {
		const struct pending *p;
		uint32_t cost = 0;

		t = (t ? t : view->threads) - 1;
		p = &view->thread[t];
		if (!enabled(p))
			continue;
		left--;
		if (!p->internal && skipped-- == 0) /* behind a flush */
			skipped = threads_enabled(view, from, from) - 1;
		if (!p->internal && t != from)
			cost = cost_of(b, view, from, skipped);
		if (cost > most)
			b->bounds.count.more = true;
		else
			fits = stack_push(&b->stack, view, t, 0,
				(uint16_t)(b->stack.cost + cost));
	}
	fits = fits && stack_push(&b->stack, view, first, 1, b->stack.cost);
	if (!fits)
		b->stack.top = top;
	return fits;
}

static struct choice choose(void *self, const struct view *view)
{
	struct bounded *b = self;
	tid first = first_of(view);
	const struct pending *p = &view->thread[first];
	struct choice c = {first, 0, 0, offered(p, 0)};

	if (!stack_fits(&b->stack, view->step))
		return choice_stop(STOP_MEMORY);
	if (view->enabled > 1 || p->offers > 1) {
		struct run *top = b->stack.top;

		if (!push_rest(b, view, first))
			return choice_stop(STOP_MEMORY);
		c.keep = b->stack.top != top;
		if (c.keep)
			estimate_meet(&b->stack.estimate, view->step);
	}
	b->stack.schedule[view->step] = c;
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct bounded *b = self;

	if (b->stack.cost == b->bounds.count.now)
		bounds_end(&b->bounds, outcome->kind);
	stack_end(&b->stack, outcome);
}

/* Of the schedules of this bound, those that are made again included. */
static bool estimate(const void *self, struct estimated *out)
{
	const struct bounded *b = self;

	return stack_estimate(&b->stack, out);
}

static bool lost(const void *self)
{
	const struct bounded *b = self;

	return b->bounds.count.more;
}

static const struct search_bounds *bounds(const void *self)
{
	const struct bounded *b = self;

	return &b->bounds.count;
}

static uint32_t cost(const void *self)
{
	const struct bounded *b = self;

	return b->stack.cost;
}

static void finish_bound(void *self)
{
	struct bounded *b = self;

	b->bounds.finish = true;
}

static size_t used(const void *self)
{
	const struct bounded *b = self;

	return stack_used(&b->stack);
}

static size_t save(const void *self, void *out, size_t bytes)
{
	const struct bounded *b = self;
	struct saved_bounds h = bounds_save(&b->bounds);
	size_t length = stack_save(&b->stack, NULL, 0);

	if (bytes >= sizeof h + length) {
		memcpy(out, &h, sizeof h);
		stack_save(&b->stack, (char *)out + sizeof h, length);
	}
	return sizeof h + length;
}

static bool load(void *self, const void *saved, size_t length)
{
	struct bounded *b = self;
	struct saved_bounds h;

	if (length < sizeof h)
		return false;
	memcpy(&h, saved, sizeof h);
	return bounds_load(&b->bounds, &h) &&
	       stack_load(&b->stack, (const char *)saved + sizeof h,
		       length - sizeof h) &&
	       b->stack.cost <= h.count.now;
}

const struct strategy strategy_ipb = {
	.name = "ipb",
	.exhausts = true,
	.counts = "preemption",
	.create = create_ipb,
	.begin = begin,
	.choose = choose,
	.end = end,
	.estimate = estimate,
	.lost = lost,
	.restart = restart,
	.bounds = bounds,
	.finish_bound = finish_bound,
	.cost = cost,
	.used = used,
	.save = save,
	.load = load,
};

const struct strategy strategy_idb = {
	.name = "idb",
	.exhausts = true,
	.counts = "delay",
	.create = create_idb,
	.begin = begin,
	.choose = choose,
	.end = end,
	.estimate = estimate,
	.lost = lost,
	.restart = restart,
	.bounds = bounds,
	.finish_bound = finish_bound,
	.cost = cost,
	.used = used,
	.save = save,
	.load = load,
};
