/* SPDX-License-Identifier: MIT */
/* dfs.c - every schedule, one after the other, without reduction
 *
 * Options are tried in the order of thread numbers, beginning with the thread
 * that ran last and wrapping, a thread's alternatives ascending: the first
 * schedule below any node is the one without preemption.
 *
 * Memory   all that is left of the region: the current schedule grows from its
 *          low end, 8 bytes a step; what is still to be tried grows from its
 *          high end towards it, 16 bytes for each run of alternatives of one
 *          thread.  A step with one option leaves nothing but its choice.
 *          Before them, for estimates, one entry for each step with several.
 */
#include <string.h>

#include "search/strategy.h"

/* Alternatives next .. end-1 of `thread` are to be tried at `step`.  The runs
 * of one node lie together, the first to be tried on top; nodes lie in the
 * order of their steps, the deepest on top. */
struct run {
	uint32_t step;
	uint32_t next, end;
	uint32_t thread;
};

struct dfs {
	struct estimate estimate;
	struct choice *schedule;
	struct run *top, *bottom; /* [top, bottom) */
	struct run *ceiling;	  /* end of the region */
	struct run *begun;	  /* `top` when the current execution began */
	uint32_t prefix;	  /* choices with which it began */
	uint32_t made;		  /* choices of the last execution */
	bool open;		  /* it has not ended: it is still to be made */
};

enum {
	ESTIMATE_16THS = 1 /* of the region */
};

struct saved_dfs {
	uint32_t length; /* choices */
	uint32_t runs;	 /* from top to bottom */
	uint32_t open;
	uint32_t estimate; /* bytes */
};

static void restart(void *self)
{
	struct dfs *d = self;

	d->top = d->bottom = d->begun = d->ceiling;
	d->prefix = d->made = 0;
	d->open = true;
	estimate_restart(&d->estimate);
}

static void *create(const struct search_config *config, struct region *region)
{
	struct dfs *d = region_take(region, sizeof *d);
	size_t bytes, part;
	char *rest;

	if (!d)
		return NULL;
	rest = region_rest(region, &bytes);
	part = bytes / 16 * ESTIMATE_16THS & ~(size_t)7;
	estimate_init(&d->estimate, rest, part);
	d->schedule = (struct choice *)(void *)(rest + part);
	d->ceiling = (struct run *)(void *)(rest + bytes);
	restart(d);
	return d;
}

static struct start begin(void *self, uint64_t index)
{
	struct dfs *d = self;
	struct run *run = d->top;
	struct choice *choice;
	uint32_t step, made = d->made;

	d->made = 0;
	if (d->open) { /* the first of all, or one that was not completed */
		d->top = d->begun;
		estimate_again(&d->estimate);
		return (struct start){
			.prefix = d->schedule, .length = d->prefix};
	}
	if (run == d->bottom)
		return (struct start){.done = true};
	step = run->step;
	choice = &d->schedule[step];
	*choice = (struct choice){(tid)run->thread, 0, 1, run->next};
	if (++run->next == run->end) {
		d->top++;
		choice->keep = d->top != d->bottom && d->top->step == step;
	}
	d->begun = d->top;
	d->prefix = step + 1;
	d->open = true;
	estimate_branch(&d->estimate, step);
	return (struct start){.prefix = d->schedule,
		.length = d->prefix,
		.shared = made < step ? made : step};
}

/* The runs that offers [from, offers) of thread t make, last run first. */
static bool push_thread(
	struct dfs *d, const struct view *view, tid t, uint32_t from)
{
	const struct pending *p = &view->thread[t];
	void *floor = &d->schedule[view->step + 1];

	for (uint32_t end = p->offers; end > from;) {
		uint32_t i = p->offer ? end - 1 : from;

		while (p->offer && i > from &&
			p->offer[i - 1] + 1 == p->offer[i])
			i--;
		if ((void *)(d->top - 1) < floor)
			return false;
		*--d->top = (struct run){
			view->step, offered(p, i), offered(p, end - 1) + 1, t};
		end = i;
	}
	return true;
}

/* All options but the first alternative of thread `first`.  The order in which
 * they are tried is that from `first` on and around, so they are pushed the
 * other way round. */
static bool push_rest(struct dfs *d, const struct view *view, tid first)
{
	struct run *top = d->top;
	uint32_t left = view->enabled - 1u;
	bool fits = true;

	for (tid t = first; left && fits;) {
		t = (t ? t : view->threads) - 1;
		if (enabled(&view->thread[t])) {
			left--;
			fits = push_thread(d, view, t, 0);
		}
	}
	fits = fits && push_thread(d, view, first, 1);
	if (!fits)
		d->top = top;
	return fits;
}

static struct choice choose(void *self, const struct view *view)
{
	struct dfs *d = self;
	tid t = enabled_from(view, view->last);
	const struct pending *p = &view->thread[t];
	struct choice c = {t, 0, 0, offered(p, 0)};

	if ((void *)&d->schedule[view->step + 1] > (void *)d->top)
		return choice_stop(STOP_BUDGET);
	if (view->enabled > 1 || p->offers > 1) {
		if (!push_rest(d, view, t))
			return choice_stop(STOP_BUDGET);
		estimate_meet(&d->estimate, view->step);
		c.keep = 1;
	}
	d->schedule[view->step] = c;
	return c;
}

static void end(void *self, const struct outcome *outcome)
{
	struct dfs *d = self;

	d->made = outcome->steps;
	d->open = false;
	estimate_end(&d->estimate, outcome->steps, outcome->cost_ns);
}

struct looking {
	const struct dfs *d;
	const struct run *at; /* the first run not looked at */
};

/* Alternatives that are to be tried at `step`. */
static uint32_t left(void *arg, uint32_t step)
{
	struct looking *looking = arg;
	const struct run *run = looking->at;
	uint32_t sum = 0;

	for (; run < looking->d->bottom && run->step >= step; run++)
		if (run->step == step)
			sum += run->end - run->next;
	looking->at = run;
	return sum;
}

static bool estimate(const void *self, struct estimated *out)
{
	const struct dfs *d = self;
	struct looking looking = {d, d->open ? d->begun : d->top};

	return estimate_read(&d->estimate, left, &looking, out);
}

static size_t used(const void *self)
{
	const struct dfs *d = self;
	size_t length = d->top == d->bottom ? d->prefix : d->top->step + 1;

	return length * sizeof *d->schedule +
	       (size_t)(d->ceiling - d->top) * sizeof *d->top;
}

/* An execution that has not ended is saved as one that has not begun. */
static size_t save(const void *self, void *out, size_t bytes)
{
	const struct dfs *d = self;
	const struct run *top = d->open ? d->begun : d->top;
	struct saved_dfs h = {0, (uint32_t)(d->bottom - top), d->open,
		(uint32_t)estimate_save(&d->estimate, NULL, 0)};
	size_t choices, runs = h.runs * sizeof *top, all;

	if (d->open)
		h.length = d->prefix;
	else if (h.runs)
		h.length = top->step;
	choices = h.length * sizeof *d->schedule;
	all = sizeof h + choices + runs + h.estimate;
	if (bytes >= all) {
		memcpy(out, &h, sizeof h);
		memcpy((char *)out + sizeof h, d->schedule, choices);
		memcpy((char *)out + sizeof h + choices, top, runs);
		estimate_save(&d->estimate,
			(char *)out + sizeof h + choices + runs, h.estimate);
	}
	return all;
}

static bool load(void *self, const void *saved, size_t length)
{
	struct dfs *d = self;
	struct saved_dfs h;
	size_t choices, runs;
	const char *from = saved;

	if (length < sizeof h)
		return false;
	memcpy(&h, saved, sizeof h);
	choices = (size_t)h.length * sizeof *d->schedule;
	runs = (size_t)h.runs * sizeof *d->top;
	if (length != sizeof h + choices + runs + h.estimate || h.open > 1 ||
		choices + runs >
			(size_t)((char *)d->ceiling - (char *)d->schedule))
		return false;
	if (!estimate_load(
		    &d->estimate, from + sizeof h + choices + runs, h.estimate))
		return false;
	memcpy(d->schedule, from + sizeof h, choices);
	d->top = d->begun = d->bottom - h.runs;
	memcpy(d->top, from + sizeof h + choices, runs);
	d->prefix = h.length;
	d->open = h.open;
	for (struct run *run = d->top; run < d->bottom; run++)
		if (run->step > h.length || run->next >= run->end ||
			(run + 1 < d->bottom && run->step < run[1].step))
			return false;
	return true;
}

/* Gives away what would be tried last: the last alternative of the run at the
 * bottom, which belongs to the shallowest open node.  Runs that the current
 * execution left are not given: it may have to be made again. */
static bool split(void *self, void *part)
{
	struct dfs *d = self, *to = part;
	struct run *run = d->bottom - 1;

	if ((d->open ? d->begun : d->top) == d->bottom)
		return false;
	if ((char *)&to->schedule[run->step + 1] > (char *)to->ceiling)
		return false;
	memcpy(to->schedule, d->schedule, run->step * sizeof *d->schedule);
	to->schedule[run->step] =
		(struct choice){(tid)run->thread, 0, 0, run->end - 1};
	to->prefix = run->step + 1;
	if (--run->end == run->next)
		d->bottom--;
	return true;
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
