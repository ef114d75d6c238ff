/* SPDX-License-Identifier: MIT */
/* lazy.c - dynamic partial-order reduction that leaves out the order of
 * critical sections
 *
 * Thomson (Practical systematic concurrency testing, 2016, algorithm 6).  As in
 * `classic-sleep`, what each thread has pending is compared with all that was
 * made; but a race is one of the lazy relation, in which mutexes keep nobody
 * out, so the order of two sections is reversed only for the sake of what is in
 * them.  To have the second event first, it may have to be before the whole
 * section of the first: the point goes back along the thread of the first event
 * until that holds no mutex that is taken on the way to the second.
 *
 * Not sound.  It knows two reasons (operations that wait while their thread
 * holds a mutex; deadlocks of mutexes), and warns of them; there is a third
 * one, a mutex that a thread holds which waits for something else itself.
 * docs/design/013-caches.md and 008-reductions.md.
 */
#include <string.h>

#include "search/reduce/held.h"
#include "search/reduce/tree.h"

struct lazy {
	struct tree tree; /* first */
	struct held held;
	uint32_t *clock; /* by event and thread: lazily before it, or it */
	uint64_t clocks_max;
	uint32_t *scratch; /* one clock */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct lazy *l = region_take(region, sizeof *l);
	size_t unit;
	char *rest;

	if (!l)
		return NULL;
	l->scratch = region_take(region, THREADS_MAX * sizeof *l->scratch);
	if (!l->scratch ||
		!tree_init(&l->tree, config, region, 1, &rest, &unit))
		return NULL;
	held_init(&l->held, rest, unit / 4 & ~(size_t)7);
	l->clock = (void *)(rest + (unit / 4 & ~(size_t)7));
	l->clocks_max = unit / 4 * 3 / sizeof *l->clock;
	return l;
}

static void restart(void *self)
{
	struct lazy *l = self;

	tree_restart(&l->tree);
	held_cut(&l->held, 0);
	l->held.warnings = l->held.mutexes = 0;
}

static struct start begin(void *self, uint64_t index)
{
	return tree_begin(self, tree_asked);
}

static struct choice choose(void *self, const struct view *view)
{
	return tree_choose(self, view, first_of(view), 1);
}

static void transition(void *self, const struct transition *done)
{
	tree_transition(self, done);
}

/* The clock of event i; threads that came later are not in it. */
static inline uint32_t *clock_of(const struct lazy *l, uint32_t i)
{
	return &l->clock[(uint64_t)i * l->tree.history.threads];
}

static bool sleeps(const struct nodes *n, uint32_t i, tid t)
{
	const struct node *node = &n->node[i];

	for (uint32_t k = 0; k < node->sleeping; k++)
		if (n->option[node->options_at + k].thread == t)
			return true;
	return false;
}

/* Thread t is wanted before event i; all are, where it cannot go on, or sleeps
 * and is not explored. */
static void ask(struct lazy *l, uint32_t i, tid t)
{
	const struct nodes *n = &l->tree.nodes;
	struct waiting *w = waiting_at(n, i, t);

	if (w && w->live && w->offers && !sleeps(n, i, t)) {
		w->backtrack = 1;
		return;
	}
	for (t = 0; t < n->node[i].threads; t++) {
		w = waiting_at(n, i, t);
		w->backtrack |= nodes_tried(w);
	}
}

static void join(uint32_t *clock, const uint32_t *other, tid threads)
{
	for (tid t = 0; t < threads; t++)
		if (clock[t] < other[t])
			clock[t] = other[t];
}

/* What is taken after event i, before event `end`, and lazily before a
 * transition with this clock. */
static uint64_t taken_since(
	const struct lazy *l, uint32_t i, uint32_t end, const uint32_t *clock)
{
	const struct history *h = &l->tree.history;
	uint64_t set = 0;

	for (uint32_t k = i + 1; k < end; k++) {
		const struct past_event *e = &h->event[k];

		if (clock[e->footprint.thread] >= e->number)
			set |= l->held.event[k].locks;
	}
	return set;
}

/* A join does not come before the end that it waits for, nor does who leaves
 * the process before anybody else. */
static bool cannot_come(
	const struct lazy *l, uint32_t i, const struct footprint *f)
{
	const struct waiting *w = waiting_at(&l->tree.nodes, i, f->thread);
	const struct access *o = footprint_objects(f);

	if (w && w->live && w->offers)
		return false;
	for (uint32_t k = 0; k < f->objects; k++)
		if (o[k].kind == OP_thread_join ||
			o[k].kind == OP_process_leave)
			return true;
	return false;
}

/* The second of two lazy races, f, a transition of thread t that would be made
 * at node `end`, is wanted before the first, event i. */
static void reverse(struct lazy *l, uint32_t i, uint32_t end,
	const struct footprint *f, const uint32_t *clock)
{
	const struct history *h = &l->tree.history;
	uint64_t own = held_takes(&l->held, f);

	if (cannot_come(l, i, f))
		return;
	while (l->held.event[i].before & (own | taken_since(l, i, end, clock)))
		i = h->event[i].previous;
	ask(l, i, f->thread);
}

enum {
	RACES_MAX = 256 /* of one transition: as many threads, mostly */
};

/* The lazy clock of what thread f->thread would do at node `end`, and then, if
 * wanted, the races of which that is the second: when they are met the clock is
 * not complete. */
static void compare(struct lazy *l, uint32_t end, const struct footprint *f,
	uint32_t *clock, bool races_wanted)
{
	const struct history *h = &l->tree.history;
	uint32_t last = history_last(h, f->thread, end);
	uint32_t race[RACES_MAX], races = 0;

	memset(clock, 0, h->threads * sizeof *clock);
	if (last != EVENT_NONE)
		memcpy(clock, clock_of(l, last), h->threads * sizeof *clock);
	for (uint32_t i = end; i-- > 0;) {
		const struct past_event *e = &h->event[i];
		tid t = e->footprint.thread;

		if (clock[t] >= e->number ||
			!transitions_depend_lazily(&e->footprint, f))
			continue;
		if (races_wanted && t != f->thread &&
			!footprint_starts(&e->footprint, f->thread)) {
			if (races == RACES_MAX)
				l->tree.lost = true;
			else
				race[races++] = i;
		}
		join(clock, clock_of(l, i), h->threads);
	}
	for (uint32_t k = 0; k < races; k++)
		reverse(l, race[k], end, f, clock);
}

/* What thread t has pending at node i, or would have at the end. */
static void pending_at(struct lazy *l, uint32_t i, tid t, uint64_t object,
	uint32_t size, uint8_t kind)
{
	struct access access = {.address = object,
		.size = size,
		.kind = kind,
		.write = kind_changes(kind, l->tree.history.earlier.unrefined)};
	struct footprint f;

	history_settle(&l->tree.history, &f, t, &access, 1);
	compare(l, i, &f, l->scratch, true);
}

/* At node i, what each thread does next: what it did, where it got there. */
static void compare_all(struct lazy *l, uint32_t i)
{
	const struct history *h = &l->tree.history;
	const struct nodes *n = &l->tree.nodes;

	for (tid t = 0; t < n->node[i].threads; t++) {
		const struct waiting *w = waiting_at(n, i, t);
		uint32_t next = i;

		if (!w->live)
			continue;
		while (next < h->count && h->event[next].footprint.thread != t)
			next++;
		if (next < h->count && (w->offers || !w->object))
			compare(l, i, &h->event[next].footprint, l->scratch,
				true);
		else if (w->object && !w->withheld)
			pending_at(l, i, t, w->object, w->size, w->kind);
	}
}

/* Clocks and mutexes of all events; false: no room. */
static bool follow(struct lazy *l)
{
	struct history *h = &l->tree.history;

	held_cut(&l->held, 0);
	for (uint32_t i = 0; i < h->count; i++) {
		uint32_t *clock = clock_of(l, i);
		const struct past_event *e = &h->event[i];

		if ((uint64_t)(i + 1) * h->threads > l->clocks_max ||
			!held_add(&l->held, h))
			return false;
		compare(l, i, &e->footprint, clock, false);
		clock[e->footprint.thread] = e->number;
	}
	return true;
}

/* What a thread could have done instead is wanted before what it did. */
static void alternatives(struct lazy *l)
{
	const struct tree *d = &l->tree;

	for (uint32_t i = 0; i < d->history.count; i++)
		if (sleeps(&d->nodes, i, d->schedule[i].thread))
			ask(l, i, d->schedule[i].thread);
}

/* Whoever else could have left the process instead is wanted as well. */
static void leaving(struct lazy *l)
{
	const struct history *h = &l->tree.history;
	const struct nodes *n = &l->tree.nodes;
	uint32_t i = h->count - 1;

	if (!h->count || n->count != h->count ||
		h->event[i].kind != OP_process_leave)
		return;
	for (tid t = 0; t < n->node[i].threads; t++)
		if (waiting_at(n, i, t)->kind == OP_process_leave)
			ask(l, i, t);
}

static void end(void *self, const struct outcome *outcome)
{
	struct lazy *l = self;
	struct tree *d = &l->tree;
	uint32_t from = d->prefix ? d->prefix - 1 : 0;

	tree_over(d, outcome);
	if (!follow(l)) {
		d->lost = true;
		return;
	}
	held_end(&l->held, &d->history, outcome);
	for (uint32_t i = from; i < d->nodes.count; i++)
		if (i <= d->history.count)
			compare_all(l, i);
	for (tid t = 0; t < outcome->threads; t++) {
		const struct pending *p = &outcome->thread[t];

		if (p->live && p->object && !p->withheld)
			pending_at(l, d->history.count, t, p->object, p->size,
				p->kind);
	}
	alternatives(l);
	leaving(l);
}

static bool estimate(const void *self, struct estimated *out)
{
	return tree_estimate(self, tree_asked_open, out);
}

static bool lost(const void *self)
{
	return ((const struct tree *)self)->lost;
}

static uint32_t warnings(const void *self)
{
	return ((const struct lazy *)self)->held.warnings;
}

static size_t used(const void *self)
{
	return tree_used(self);
}

const struct strategy strategy_lazy = {
	.name = "dfs",
	.reduce = "lazy",
	.exhausts = true,
	.footprints = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.transition = transition,
	.end = end,
	.estimate = estimate,
	.restart = restart,
	.lost = lost,
	.warnings = warnings,
	.used = used,
};
