/* SPDX-License-Identifier: MIT */
#include "search/reduce/tree.h"

#include <string.h>

enum {
	SIXTEENTHS = 16,
	OF_HISTORY = 4, /* and one for the schedule, the rest for nodes */
	LEAST = 4096
};

bool tree_init(struct tree *d, const struct search_config *config,
	struct region *region, unsigned left, char **rest, size_t *unit)
{
	size_t bytes;
	char *at;

	d->clock = region_take(region, THREADS_MAX * sizeof *d->clock);
	d->base = region_take(region, THREADS_MAX * sizeof *d->base);
	if (!d->clock || !d->base)
		return false;
	at = region_rest(region, &bytes);
	*unit = bytes / SIXTEENTHS & ~(size_t)7;
	if (*unit < LEAST)
		return false;
	d->schedule = (void *)at;
	d->schedule_max = (uint32_t)(*unit / 4 / sizeof *d->schedule);
	(void)estimate_init(&d->estimate, &d->schedule[d->schedule_max],
		*unit - d->schedule_max * sizeof *d->schedule);
	at += *unit;
	history_init(&d->history, at, OF_HISTORY * *unit);
	d->history.earlier.unrefined = config->unrefined;
	d->downwards = config->downwards;
	at += OF_HISTORY * *unit;
	left = SIXTEENTHS - 1 - OF_HISTORY - left;
	nodes_init(&d->nodes, at, left * *unit);
	*rest = at + left * *unit;
	tree_restart(d);
	return true;
}

void tree_restart(struct tree *d)
{
	history_cut(&d->history, 0);
	nodes_cut(&d->nodes, 0);
	d->prefix = d->made = d->known = d->seen = 0;
	d->open = true;
	d->lost = d->done = d->fresh = false;
	d->from = d->untold = 0;
	d->behind = d->waits = d->said = false;
	estimate_restart(&d->estimate);
}

/* The last node's choice is behind us, if the execution, of `made` steps, got
 * there.  What it did may not have fit into the history: then it depends on
 * everything.  False: nor does this fit. */
static bool explored(struct tree *d, uint32_t step, uint32_t made)
{
	struct nodes *n = &d->nodes;
	struct choice was = d->schedule[step];
	struct footprint unknown = {.thread = was.thread, .everything = 1};
	uint32_t options = n->node[step].options;

	if (step >= d->history.count && step >= made)
		return true;
	nodes_explored(n, was.thread, was.alternative,
		step < d->history.count ? &d->history.event[step].footprint
					: &unknown);
	return n->node[step].options > options;
}

/* What parts ask for may be left at this node. */
static struct start wait_at(struct tree *d, uint32_t step, uint32_t made)
{
	if (!d->behind && step < d->history.count)
		nodes_keep(&d->nodes);
	d->lost |= d->nodes.full;
	d->behind = d->waits = true;
	d->made = made;
	history_cut(&d->history, step);
	return (struct start){.done = true};
}

struct start tree_begin(struct tree *d,
	bool (*next)(struct tree *d, uint32_t i, struct choice *out))
{
	struct nodes *n = &d->nodes;
	struct choice choice = {0};
	uint32_t step, made = d->made, shared = d->fresh ? 0 : made;

	d->made = 0;
	d->waits = d->redundant = false;
	if (d->open) {
		d->fresh = false;
		nodes_cut(n, d->prefix);
		history_cut(&d->history, 0);
		estimate_again(&d->estimate);
		return (struct start){
			.prefix = d->schedule, .length = d->prefix};
	}
	for (step = n->count; step-- > d->from;) {
		nodes_cut(n, step + 1);
		if ((d->behind || explored(d, step, made)) &&
			next(d, step, &choice))
			break;
		if (n->node[step].parts)
			return wait_at(d, step, made);
		d->behind = false;
	}
	d->done = step + 1 == d->from;
	if (d->done)
		return (struct start){.done = true};
	if (step < d->history.count) {
		nodes_keep(n);
		d->branched[d->history.event[step].kind] = 1;
	}
	d->behind = d->fresh = false;
	history_cut(&d->history, step);
	choice.keep = 1;
	d->schedule[step] = choice;
	d->prefix = step + 1;
	d->known = step;
	d->open = true;
	estimate_branch(&d->estimate, step);
	return (struct start){.prefix = d->schedule,
		.length = d->prefix,
		.shared = shared < step ? shared : step};
}

bool tree_asked(struct tree *d, uint32_t i, struct choice *out)
{
	const struct nodes *n = &d->nodes;
	const struct node *node = &n->node[i];

	for (tid k = 0; k < node->threads; k++) {
		tid t = nodes_from_last(node, k);

		if (waiting_at(n, i, t)->backtrack &&
			nodes_left(n, i, t, &out->alternative)) {
			out->thread = t;
			return true;
		}
	}
	return false;
}

void tree_ask(struct tree *d, uint32_t i, tid t)
{
	struct waiting *w = waiting_at(&d->nodes, i, t);

	d->untold += !w->backtrack && i < d->from;
	w->backtrack = 1;
}

void tree_ask_all(struct tree *d, uint32_t i)
{
	for (tid t = 0; t < d->nodes.node[i].threads; t++) {
		const struct waiting *w = waiting_at(&d->nodes, i, t);

		if (nodes_tried(w))
			tree_ask(d, i, t);
	}
}

uint32_t tree_asked_left(const struct tree *d, uint32_t i)
{
	const struct nodes *n = &d->nodes;
	uint32_t sum = 0;

	for (tid t = 0; t < n->node[i].threads; t++)
		if (waiting_at(n, i, t)->backtrack)
			sum += nodes_open(n, i, t);
	return sum - !(d->behind && i + 1 == n->count);
}

double tree_asked_open(const struct tree *d, uint32_t i)
{
	return tree_asked_left(d, i);
}

bool tree_node(struct tree *d, const struct view *view)
{
	uint32_t i = view->step;

	if (d->history.full || d->nodes.full || i == d->schedule_max)
		return false;
	nodes_add(
		&d->nodes, view, i ? &d->history.event[i - 1].footprint : NULL);
	return !d->nodes.full;
}

/* Will the search come back to this choice?  New sequences come only when the
 * execution is over, so that is a guess: not where there is nothing else to
 * choose, and not to operations of kinds that nothing was reversed with yet
 * and seldom is: the creation of threads, their ends, and what gives back. */
static bool comes_back(const struct tree *d, enum op kind)
{
	return !op_is(kind, SELDOM_REVERSED) || d->branched[kind];
}

struct choice tree_made(
	struct tree *d, const struct view *view, struct choice c)
{
	const struct pending *p = &view->thread[c.thread];
	bool alone = view->enabled == 1 && p->offers == 1 && !p->withheld;

	c.keep = !alone && comes_back(d, p->kind);
	d->schedule[view->step] = c;
	if (!alone)
		estimate_meet(&d->estimate, view->step);
	return c;
}

struct choice tree_redundant(struct tree *d)
{
	d->redundant = true;
	return choice_stop(STOP_REDUNDANT);
}

struct choice tree_choose(
	struct tree *d, const struct view *view, tid t, tid up)
{
	struct choice c = {0};

	if (!tree_node(d, view))
		return choice_stop(STOP_MEMORY);
	for (tid k = 0; k < view->threads; k++) {
		if (enabled(&view->thread[t]) &&
			nodes_left(&d->nodes, view->step, t, &c.alternative)) {
			c.thread = t;
			waiting_at(&d->nodes, view->step, t)->backtrack = 1;
			return tree_made(d, view, c);
		}
		t = (tid)((t + up) % view->threads);
	}
	return tree_redundant(d);
}

void tree_transition(struct tree *d, const struct transition *done)
{
	history_cut(&d->history, done->step);
	history_add(&d->history, done);
	d->seen = d->history.count;
}

void tree_over(struct tree *d, const struct outcome *outcome)
{
	d->made = outcome->steps;
	d->open = false;
	estimate_end(&d->estimate, outcome->steps, outcome->cost_ns);
	d->lost |= d->history.full || d->nodes.full;
	d->known = d->history.count;
}

void tree_end(struct tree *d, const struct outcome *outcome,
	void (*reverse)(void *self, uint32_t i, const struct later *a))
{
	struct races r = {
		&d->history, &d->nodes, outcome->awaits, d->clock, reverse, d};
	uint32_t known = d->known;

	tree_over(d, outcome);
	races_made(&r, known);
	/* Also of those that were stopped as redundant. */
	if (outcome->kind != OUTCOME_DIVERGED)
		races_pending(&r, outcome, d->redundant);
	if (outcome->kind == OUTCOME_STOPPED)
		races_cut(&r, outcome);
	if (outcome->kind == OUTCOME_FAILED && !outcome->threads && d->made &&
		d->made <= d->nodes.count)
		races_left(&r, d->schedule[d->made - 1].thread);
	races_leaving(&r);
}

struct asking {
	const struct tree *d;
	double (*left)(const struct tree *d, uint32_t i);
};

static double ask(void *arg, uint32_t step)
{
	const struct asking *asking = arg;

	if (step >= asking->d->nodes.count) /* it was given away */
		return 0;
	return asking->d->done ? 0 : asking->left(asking->d, step);
}

bool tree_estimate(const struct tree *d,
	double (*left)(const struct tree *d, uint32_t i), struct estimated *out)
{
	struct asking asking = {d, left};

	return estimate_read(&d->estimate, ask, &asking, out);
}

void tree_base(struct tree *d, uint32_t i)
{
	const struct history *h = &d->history;

	for (tid t = 0; t < h->threads; t++) {
		uint32_t last = history_last(h, t, i);

		d->base[t] = last == EVENT_NONE ? 0 : h->event[last].number;
	}
}

bool tree_initial(const struct tree *d, uint32_t k)
{
	const struct past_event *e = &d->history.event[k];

	for (tid t = 0; t < e->clock_length; t++)
		if (reached(&d->history, k, t) >
			d->base[t] + (t == e->footprint.thread))
			return false;
	return true;
}

size_t tree_used(const struct tree *d)
{
	return d->prefix * sizeof *d->schedule +
	       d->history.count * sizeof *d->history.event +
	       d->history.clocks * sizeof *d->history.clock +
	       d->nodes.waitings * sizeof *d->nodes.waiting +
	       d->nodes.options * sizeof *d->nodes.option;
}

const struct history *tree_history(const void *self)
{
	return &((const struct tree *)self)->history;
}
