/* SPDX-License-Identifier: MIT */
/* classic.c - dynamic partial-order reduction as it was first published
 *
 * Flanagan and Godefroid (Dynamic Partial-Order Reduction for Model Checking
 * Software, POPL 2005), in the form that most tools took over: at each decision
 * point, what each thread has pending is compared with all that was made.  If
 * it could have come before an event that it races with, its thread is added to
 * the backtrack set before that event; all threads are, if it was not enabled
 * there. It is the baseline that others are measured by: no trace is missed,
 * and some are completed more than once.  Three kinds:
 *
 *   classic          the backtrack sets alone
 *   classic-sleep    with sleep sets: each trace once, some executions stopped.
 *                    A thread that sleeps counts as not enabled (the addendum
 * of 2011); else traces are lost classic-covered  without: what a sleep set
 * would keep from being explored is not added to a backtrack set, so no
 * execution is stopped. As in Landslide (Blum: Practical Concurrency Testing,
 * 2018, 3.4.2), with two conditions that are wanting there
 *                    (docs/design/008-reductions.md)
 *
 * Every alternative of an operation is explored wherever its thread is.
 */
#include <string.h>

#include "search/reduce/save.h"
#include "search/reduce/split.h"

struct classic {
	struct tree tree; /* first */
	bool sleep, covered;
};

static void *create(const struct search_config *config, struct region *region)
{
	struct classic *s = region_take(region, sizeof *s);
	size_t unit;
	char *rest;

	if (!s || !tree_init(&s->tree, config, region, 0, &rest, &unit))
		return NULL;
	s->sleep = strcmp(config->reduce, "classic-sleep") == 0;
	s->covered = strcmp(config->reduce, "classic-covered") == 0;
	s->tree.nodes.noted = !s->sleep;
	return s;
}

static void restart(void *self)
{
	tree_restart(self);
}

static struct start begin(void *self, uint64_t index)
{
	return tree_begin(self, tree_asked);
}

/* Whom to prefer where all may run: the last one, else (classic-covered) the
 * one for whose sake this branch is explored.  What it was to overtake should
 * not run before it. */
static tid preferred(const struct classic *s, const struct view *view)
{
	const struct tree *d = &s->tree;
	tid t = first_of(view);

	if (s->covered && d->prefix && t != view->last)
		t = first_from(view, d->schedule[d->prefix - 1].thread);
	return t;
}

static struct choice choose(void *self, const struct view *view)
{
	struct classic *s = self;

	return tree_choose(&s->tree, view, preferred(s, view), 1);
}

static void transition(void *self, const struct transition *done)
{
	tree_transition(self, done);
}

/* What sleeps of thread t at node i, from number *k on; NULL: no more. */
static const struct option *sleeper(
	const struct nodes *n, uint32_t i, tid t, uint32_t *k)
{
	const struct node *node = &n->node[i];

	while (*k < node->sleeping) {
		const struct option *o = &n->option[node->options_at + (*k)++];

		if (o->thread == t)
			return o;
	}
	return NULL;
}

static bool sleeps(const struct nodes *n, uint32_t i, tid t)
{
	uint32_t k = 0;

	return sleeper(n, i, t, &k);
}

/* Made at node i, does f begin what is not after event i, and then its thread's
 * next? */
static bool begins(
	const struct history *h, uint32_t i, const struct footprint *f)
{
	for (uint32_t k = i + 1; k < h->count; k++) {
		const struct past_event *e = &h->event[k];

		if (happens_before(h, i, k))
			continue;
		if (e->footprint.thread == f->thread)
			return true;
		if (choices_depend(f, &e->footprint))
			return false;
	}
	return true;
}

/* Was thread t explored with this alternative beside an earlier choice, with
 * all that it can begin at node i, and is it what going on there with t is for?
 */
static bool known(const struct tree *d, uint32_t i, tid t, uint32_t alternative)
{
	const struct option *o;
	uint32_t k = 0;

	while ((o = sleeper(&d->nodes, i, t, &k)))
		if (o->alternative == alternative)
			return begins(&d->history, i, &o->footprint);
	return false;
}

static bool covered(const struct tree *d, uint32_t i, tid t)
{
	const struct nodes *n = &d->nodes;
	const struct waiting *w = waiting_at(n, i, t);

	for (uint32_t k = 0; k < w->offers; k++)
		if (!known(d, i, t, w->listed ? n->offer[w->offer_at + k] : k))
			return false;
	return true;
}

/* `a` is wanted before event i. */
static void ask(void *self, uint32_t i, const struct later *a)
{
	struct classic *s = self;
	const struct nodes *n = &s->tree.nodes;
	const struct waiting *w = waiting_at(n, i, a->thread);

	if (!w || !w->live || !w->offers ||
		(s->sleep && sleeps(n, i, a->thread)))
		tree_ask_all(&s->tree, i);
	else if (!s->covered || !covered(&s->tree, i, a->thread))
		tree_ask(&s->tree, i, a->thread);
}

/* What a thread could have done instead is wanted before what it did.  Where it
 * sleeps, that is as above. */
static void alternatives(struct tree *d)
{
	for (uint32_t i = d->prefix ? d->prefix - 1 : 0; i < d->history.count;
		i++)
		if (sleeps(&d->nodes, i, d->schedule[i].thread))
			tree_ask_all(d, i);
}

static void end(void *self, const struct outcome *outcome)
{
	struct classic *s = self;

	/* What is covered depends on the whole execution: all races, again. */
	if (s->covered)
		s->tree.known = 0;
	tree_end(&s->tree, outcome, ask);
	if (s->sleep)
		alternatives(&s->tree);
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

#define CLASSIC(suffix, word)                                                  \
	const struct strategy strategy_classic##suffix = {                     \
		.name = "dfs",                                                 \
		.reduce = word,                                                \
		.exhausts = true,                                              \
		.footprints = true,                                            \
		.create = create,                                              \
		.begin = begin,                                                \
		.choose = choose,                                              \
		.transition = transition,                                      \
		.end = end,                                                    \
		.estimate = estimate,                                          \
		.restart = restart,                                            \
		.lost = lost,                                                  \
		.used = used,                                                  \
		.save = tree_save,                                             \
		.load = tree_load,                                             \
		.split = tree_split,                                           \
		.send = tree_send,                                             \
		.receive = tree_receive,                                       \
		.waits = tree_waits,                                           \
		.history = tree_history,                                       \
	}

CLASSIC(, "classic");
CLASSIC(_sleep, "classic-sleep");
CLASSIC(_covered, "classic-covered");
