/* SPDX-License-Identifier: MIT */
/* source.c - source sets with sleep sets
 *
 * Source-DPOR (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, 2017, algorithm
 * 1): each race of an execution asks, at the decision point before its first
 * event, for a thread that begins an execution in which the second comes first,
 * unless one is there already.  Sleep sets keep each trace from being completed
 * twice; executions that can only go on with what is asleep are stopped
 * (`blocked`).
 *
 * Transitions of several accesses.  What the second transition of a race would
 * touch if it came first is not known.  So it counts as depending on everything
 * that would come before it, which is all of the execution that is not after
 * the first; sleep sets only ever hold footprints that were executed at that
 * point.
 */
#include "search/reduce/save.h"
#include "search/reduce/split.h"

static void *create(const struct search_config *config, struct region *region)
{
	struct tree *d = region_take(region, sizeof *d);
	size_t unit;
	char *rest;

	return d && tree_init(d, config, region, 0, &rest, &unit) ? d : NULL;
}

static void restart(void *self)
{
	tree_restart(self);
}

static struct start begin(void *self, uint64_t index)
{
	return tree_begin(self, tree_asked);
}

static struct choice choose(void *self, const struct view *view)
{
	const struct tree *d = self;

	if (d->downwards)
		return tree_choose(
			self, view, last_of(view), (tid)(view->threads - 1));
	return tree_choose(self, view, first_of(view), 1);
}

static void transition(void *self, const struct transition *done)
{
	tree_transition(self, done);
}

/* The first thread that begins what is not after event i, or TID_NONE; *asked:
 * one of those who do is asked for already. */
static tid beginner(struct tree *d, uint32_t i, bool *asked)
{
	const struct history *h = &d->history;
	tid first = TID_NONE;

	*asked = false;
	tree_base(d, i);
	for (uint32_t k = i + 1; k < h->count && !*asked; k++) {
		tid t = h->event[k].footprint.thread;

		if (happens_before(h, i, k) || !tree_initial(d, k))
			continue;
		*asked = waiting_at(&d->nodes, i, t)->backtrack;
		if (first == TID_NONE)
			first = t;
	}
	return first;
}

/* Asks at node i for a thread that begins what is not after event i, and then
 * `a`. */
static void ask(void *self, uint32_t i, const struct later *a)
{
	struct tree *d = self;
	const struct nodes *n = &d->nodes;
	const struct waiting *w;
	bool asked;
	tid first = beginner(d, i, &asked);

	if (asked)
		return;
	w = waiting_at(n, i, first == TID_NONE ? a->thread : first);
	if (w && w->live && w->offers) {
		tree_ask(d, i, first == TID_NONE ? a->thread : first);
		return;
	}
	tree_ask_all(d, i);
}

/* Does it depend on something that is not after event i? */
static bool hindered(
	const struct history *h, uint32_t i, const struct footprint *f)
{
	for (uint32_t k = i + 1; k < h->count; k++)
		if (!happens_before(h, i, k) &&
			choices_depend(f, &h->event[k].footprint))
			return true;
	return false;
}

/* An alternative of event i that sleeps is not explored beside it, so what it
 * races with would go unseen. */
static void alternatives(struct tree *d, uint32_t i)
{
	const struct nodes *n = &d->nodes;
	const struct node *node = &n->node[i];

	for (uint32_t k = 0; k < node->sleeping; k++) {
		const struct option *o = &n->option[node->options_at + k];
		bool asked;
		tid first;

		if (o->thread != d->schedule[i].thread ||
			!hindered(&d->history, i, &o->footprint))
			continue;
		first = beginner(d, i, &asked);
		if (!asked)
			tree_ask(d, i, first);
	}
}

static void end(void *self, const struct outcome *outcome)
{
	struct tree *d = self;

	/* All races, each time: what is not after the first of one depends on
	 * the whole execution, and an old race may ask for somebody else. */
	d->known = 0;
	tree_end(d, outcome, ask);
	for (uint32_t i = 0; i < d->history.count; i++)
		alternatives(d, i);
}

static bool estimate(const void *self, struct estimated *out)
{
	return tree_estimate(self, tree_asked_open, out);
}

static bool lost(const void *self)
{
	return ((const struct tree *)self)->lost;
}

static size_t used(const void *self)
{
	return tree_used(self);
}

const struct strategy strategy_source = {
	.name = "dfs",
	.reduce = "source",
	.exhausts = true,
	.footprints = true,
	.traces = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.transition = transition,
	.end = end,
	.estimate = estimate,
	.restart = restart,
	.lost = lost,
	.used = used,
	.save = tree_save,
	.load = tree_load,
	.split = tree_split,
	.send = tree_send,
	.receive = tree_receive,
	.waits = tree_waits,
	.history = tree_history,
};
