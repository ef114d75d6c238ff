/* SPDX-License-Identifier: MIT */
/* dfs.c - every schedule, one after the other, without reduction
 *
 * Options are tried in the order of thread numbers, beginning with the thread
 * that ran last and wrapping, a thread's alternatives ascending: the first
 * schedule below any node is the one without preemption.
 */
#include "search/strategy/stack.h"

static void restart(void *self)
{
	stack_clear(self);
}

static void *create(const struct search_config *config, struct region *region)
{
	struct stack *s = region_take(region, sizeof *s);

	return s && stack_init(s, region) ? s : NULL;
}

static struct start begin(void *self, uint64_t index)
{
	return stack_begin(self);
}

/* All options but the first alternative of thread `first`.  The order in which
 * they are tried is that from `first` on and around, so they are pushed the
 * other way round. */
static bool push_rest(struct stack *s, const struct view *view, tid first)
{
	struct run *top = s->top;
	uint32_t left = view->enabled - 1u;
	bool fits = true;

	for (tid t = first; left && fits;) {
		t = (t ? t : view->threads) - 1;
		if (enabled(&view->thread[t])) {
			left--;
			fits = stack_push(s, view, t, 0, 0);
		}
	}
	fits = fits && stack_push(s, view, first, 1, 0);
	if (!fits)
		s->top = top;
	return fits;
}

static struct choice choose(void *self, const struct view *view)
{
	struct stack *s = self;
	tid t = first_of(view);
	const struct pending *p = &view->thread[t];
	struct choice c = {t, 0, 0, offered(p, 0)};

	if (!stack_fits(s, view->step))
		return choice_stop(STOP_MEMORY);
	if (view->enabled > 1 || p->offers > 1) {
		if (!push_rest(s, view, t))
			return choice_stop(STOP_MEMORY);
		estimate_meet(&s->estimate, view->step);
		c.keep = 1;
	}
	s->schedule[view->step] = c;
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	stack_end(self, outcome);
}

static bool estimate(const void *self, struct estimated *out)
{
	return stack_estimate(self, out);
}

static size_t used(const void *self)
{
	return stack_used(self);
}

static size_t save(const void *self, void *out, size_t bytes)
{
	return stack_save(self, out, bytes);
}

static bool load(void *self, const void *saved, size_t length)
{
	return stack_load(self, saved, length);
}

static bool split(void *self, void *part)
{
	return stack_split(self, part);
}

const struct strategy strategy_dfs = {
	.name = "dfs",
	.exhausts = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.end = end,
	.estimate = estimate,
	.restart = restart,
	.used = used,
	.save = save,
	.load = load,
	.split = split,
};
