/* SPDX-License-Identifier: MIT */
/* bpor.c - bounded partial-order reduction, for preemptions
 *
 * Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction, 2013: backtrack
 * sets, as in dynamic partial-order reduction (Flanagan and Godefroid, 2005),
 * under a bound on preemptions.  The bound may refuse the thread that a race
 * asks for, although the same trace has a schedule within it, which switches
 * where that costs less.  So each race also asks at *conservative* points:
 * where the thread of its first event began to run, and, since a thread that
 * soon has to wait for a lock is left at no cost, at all others back to where
 * the second thread ran last.
 *
 * No sleep sets: what sleeps because of one schedule may owe that to another
 * one, which the bound cut off.  So traces are executed more than once.
 */
#include "search/reduce/save.h"
#include "search/strategy/bounds.h"

struct bpor {
	struct tree tree; /* first: see self_of() */
	struct bounds bounds;
	uint16_t *cost; /* preemptions before each step of the schedule */
	uint32_t cost_max;
};

static struct bpor *self_of(struct tree *d)
{
	return (struct bpor *)d;
}

static void *create(const struct search_config *config, struct region *region)
{
	struct bpor *b = region_take(region, sizeof *b);
	size_t unit;
	char *rest;

	if (!b || !tree_init(&b->tree, config, region, 1, &rest, &unit))
		return NULL;
	b->cost = (void *)rest;
	b->cost_max = (uint32_t)(unit / sizeof *b->cost);
	b->cost[0] = 0;
	bounds_init(&b->bounds, config);
	return b;
}

static void restart(void *self)
{
	struct bpor *b = self;

	tree_restart(&b->tree);
	bounds_restart(&b->bounds);
}

/* Is choosing thread t at node i a preemption?  Who has nothing left to do but
 * to leave the process is not preempted, and what is no thread of the test
 * preempts nobody. */
static bool preempts(const struct nodes *n, uint32_t i, tid t)
{
	tid last = n->node[i].last;
	const struct waiting *w = waiting_at(n, i, last);

	return t != last && w && w->live && w->offers &&
	       w->kind != OP_process_leave && !waiting_at(n, i, t)->internal;
}

/* The next option of node i that is asked for, not done, and within the bound.
 */
static bool next(struct tree *d, uint32_t i, struct choice *out)
{
	struct bpor *b = self_of(d);
	const struct nodes *n = &d->nodes;
	const struct node *node = &n->node[i];

	for (tid k = 0; k < node->threads; k++) {
		tid t = nodes_from_last(node, k);
		uint32_t cost = b->cost[i] + preempts(n, i, t);

		if (!waiting_at(n, i, t)->backtrack ||
			!nodes_left(n, i, t, &out->alternative))
			continue;
		if (cost > b->bounds.count.now) {
			b->bounds.count.more = true;
			continue;
		}
		out->thread = t;
		b->cost[i + 1] = (uint16_t)cost;
		return true;
	}
	return false;
}

static struct start begin(void *self, uint64_t index)
{
	struct bpor *b = self;
	struct tree *d = &b->tree;
	struct start start = tree_begin(d, next);

	if (start.done && bounds_next(&b->bounds)) {
		tree_restart(d);
		start = tree_begin(d, next);
	}
	/* All choices after the prefix are free. */
	start.again = !start.done && b->cost[d->prefix] < b->bounds.count.now;
	return start;
}

static struct choice choose(void *self, const struct view *view)
{
	struct bpor *b = self;
	struct tree *d = &b->tree;
	tid t = first_of(view);
	struct choice c = {t, 0, 0, offered(&view->thread[t], 0)};
	uint32_t i = view->step;

	if (d->history.full || d->nodes.full || i == d->schedule_max ||
		i + 1 >= b->cost_max)
		return choice_stop(STOP_MEMORY);
	nodes_add(&d->nodes, view, NULL);
	if (d->nodes.full)
		return choice_stop(STOP_MEMORY);
	waiting_at(&d->nodes, i, t)->backtrack = 1;
	b->cost[i + 1] = b->cost[i];
	return tree_made(d, view, c);
}

static void transition(void *self, const struct transition *done)
{
	tree_transition(&((struct bpor *)self)->tree, done);
}

/* Thread t at node i, or all if it could not go on there; and in place of a
 * flush, which comes first and is free: to leave it for later may be free,
 * where t is not. */
static void add(struct nodes *n, uint32_t i, tid t, uint8_t made)
{
	struct waiting *w = waiting_at(n, i, t);

	if (w && w->live && w->offers && made != OP_flush) {
		w->backtrack = 1;
		return;
	}
	for (t = 0; t < n->node[i].threads; t++) {
		w = waiting_at(n, i, t);
		w->backtrack |= nodes_tried(w);
	}
}

/* Asks for `a` before event i, and at each node before that, back to where its
 * thread has something else to do. */
static void ask(void *self, uint32_t i, const struct later *a)
{
	struct tree *d = self;

	while (add(&d->nodes, i, a->thread, d->history.event[i].kind),
		i > 0 && d->history.event[i - 1].choice.thread != a->thread)
		i--;
}

static void end(void *self, const struct outcome *outcome)
{
	struct bpor *b = self;

	if (b->cost[b->tree.prefix] == b->bounds.count.now)
		bounds_end(&b->bounds, outcome->kind);
	b->tree.known = 0;
	tree_end(&b->tree, outcome, ask);
	b->bounds.cut |= b->tree.lost;
}

static bool lost(const void *self)
{
	const struct bpor *b = self;

	return b->bounds.cut || b->bounds.count.more;
}

static const struct search_bounds *bounds(const void *self)
{
	return &((const struct bpor *)self)->bounds.count;
}

static void finish_bound(void *self)
{
	((struct bpor *)self)->bounds.finish = true;
}

static size_t used(const void *self)
{
	return tree_used(&((const struct bpor *)self)->tree);
}

static size_t save(const void *self, void *out, size_t bytes)
{
	const struct bpor *b = self;
	const struct saved_bounds bounds = bounds_save(&b->bounds);
	/* Before each node, and behind the last one. */
	uint32_t costs =
		(b->tree.open ? b->tree.prefix : b->tree.nodes.count) + 1;
	struct writer w = writer_to(out, bytes);

	put(&w, &bounds, sizeof bounds);
	put(&w, &costs, sizeof costs);
	put(&w, b->cost, costs * sizeof *b->cost);
	tree_put(&b->tree, &w);
	return w.length;
}

static bool load(void *self, const void *saved, size_t length)
{
	struct bpor *b = self;
	struct reader r = reader_of(saved, length);
	struct saved_bounds bounds;
	uint32_t costs;

	return get(&r, &bounds, sizeof bounds) &&
	       bounds_load(&b->bounds, &bounds) &&
	       get(&r, &costs, sizeof costs) && costs <= b->cost_max &&
	       get(&r, b->cost, costs * sizeof *b->cost) &&
	       tree_get(&b->tree, &r) && costs > b->tree.nodes.count &&
	       r.left == 0;
}

const struct strategy strategy_bpor = {
	.name = "ipb",
	.reduce = "bpor",
	.exhausts = true,
	.footprints = true,
	.counts = "preemption",
	.create = create,
	.begin = begin,
	.choose = choose,
	.transition = transition,
	.end = end,
	.lost = lost,
	.restart = restart,
	.bounds = bounds,
	.finish_bound = finish_bound,
	.used = used,
	.save = save,
	.load = load,
};
