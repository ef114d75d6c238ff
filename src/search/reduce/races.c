/* SPDX-License-Identifier: MIT */
#include "search/reduce/races.h"
#include "search/reduce/could_go.h"
#include "search/reduce/overtakes.h"

#include <string.h>

/* Event i and a depend on each other; 1: done, 0, -1: look further back, 0: and
 * nothing came of it. */
static int reverse(const struct races *r, uint32_t i, const struct later *a)
{
	int go = could_go(r, i, a);

	if (go)
		r->reverse(r->self, i, a);
	return go;
}

/* What happens before a, whatever it races with. */
static const uint32_t *past_of(const struct races *r, const struct later *a)
{
	const struct history *h = r->history;
	uint32_t *clock = r->clock, from = a->previous, end = a->end;

	memset(clock, 0, ((size_t)h->threads + 1) * sizeof *clock);
	if (from == EVENT_NONE) /* who started it */
		for (from = h->earlier.latest[LATEST_STARTER];
			from != EVENT_NONE; from = earlier_latest(&h->earlier,
						    LATEST_STARTER, from))
			if (from < end &&
				footprint_starts(
					&h->event[from].footprint, a->thread))
				break;
	for (tid u = 0; from != EVENT_NONE && u < h->threads; u++)
		clock[u] = reached(h, from, u);
	if (a->footprint->late)
		overtakes_none(h, a->footprint, end, clock);
	return clock;
}

/* Does all that is not after event i, and changes what a waits for, come before
 * it?  Additions commute: each may be the one that a has to come before. */
static bool orders_all(const struct footprint *f, const struct later *a)
{
	const struct footprint *own = a->footprint;
	struct waiting w = {.object = a->object};

	if (own->reads + own->writes == 1 && !own->objects)
		w.size = own->access->size;
	return changes_all(f, &w);
}

/* What happens before event i can wait until a was made before that. */
static void pass(const struct races *r, uint32_t i)
{
	const struct history *h = r->history;

	for (tid t = 0; t < h->threads; t++) {
		uint32_t n = reached(h, i, t);

		r->clock[t] = r->clock[t] < n ? n : r->clock[t];
	}
}

/* Candidates before event i, the latest first.  True: of none came anything. */
static bool look_back(const struct races *r, uint32_t i, const struct later *a)
{
	const struct history *h = r->history;
	const uint32_t *clock = past_of(r, a);
	struct walk walk;
	bool quiet = true;

	walk_begin(&h->earlier, a->footprint, i, &walk);
	while ((i = walk_next(&h->earlier, &walk)) != EVENT_NONE) {
		const struct past_event *e = &h->event[i];
		int go;

		if (e->number <= clock[e->footprint.thread] ||
			e->footprint.thread == a->thread ||
			!transitions_depend(&e->footprint, a->footprint))
			continue;
		go = reverse(r, i, a);
		quiet &= go == 0;
		if (go <= 0)
			continue;
		if (orders_all(&e->footprint, a))
			break;
		pass(r, i);
	}
	return quiet;
}

/* A join after the end it waited for, where nobody else ever did anything to
 * that thread: there is nothing to be reversed. */
static bool only_joins(const struct races *r, uint32_t i, uint32_t j)
{
	const struct past_event *e = &r->history->event[j];
	const struct waiting *w = waiting_at(r->nodes, i, e->footprint.thread);

	return e->kind == OP_thread_join && !(w && w->live && w->offers) &&
	       earlier_alone(&r->history->earlier, i, j);
}

/* At a dead end thread t made what it awaited in vain, as event j, which
 * belongs behind all: before others it would have been its operation alone. */
static void awaited(const struct races *r, uint32_t j, const struct waiting *w)
{
	const struct past_event *e = &r->history->event[j];
	struct access access = {.address = w->object,
		.size = w->size,
		.kind = w->kind,
		.write = kind_changes(w->kind, r->history->earlier.unrefined)};
	struct footprint f;
	struct later a = {&f, j, e->previous, w->object, w->level,
		e->footprint.thread, w->kind, w->unforeseen, true};

	history_settle(r->history, &f, a.thread, &access, 1);
	look_back(r, j, &a);
}

void races_made(const struct races *r, uint32_t known)
{
	const struct history *h = r->history;
	struct race quiet = {0, EVENT_NONE};
	uint32_t in_vain = EVENT_NONE;

	for (uint32_t k = 0; k < h->races; k++) {
		uint32_t i = h->race[k].first, j = h->race[k].second;
		const struct past_event *e = &h->event[j];
		tid t = e->footprint.thread;
		const struct waiting *w = waiting_at(r->nodes, j, t);
		struct later a = {&e->footprint, j, e->previous, e->object,
			w->level, t, e->kind, w->unforeseen, w->awaits};

		if (j < known || later_leaves(&a) || only_joins(r, i, j))
			continue;
		if (w->awaits && e->footprint.everything) {
			if (j != in_vain)
				awaited(r, j, w);
			in_vain = j;
			continue;
		}
		/* The way back from a later one led past it, to no avail: at a
		 * barrier, from each arrival past all before it. */
		if (j == quiet.second && i < quiet.first)
			continue;
		if (reverse(r, i, &a) > 0 || !look_back(r, i, &a))
			continue;
		quiet = (struct race){i, j};
	}
}

/* Might a signal that it interrupts have been taken there, and by nothing else
 * that its thread has pending? */
static bool interrupted(const struct pending *p)
{
	return p->signals && (p->internal || p->kind == OP_turn);
}

/* What thread t would do at the end, which it has pending.  There is room for
 * two accesses. */
static struct later would_be(const struct history *h, tid t,
	const struct pending *p, struct footprint *f, struct access *access)
{
	*access = (struct access){.address = p->object,
		.size = p->size,
		.kind = p->kind,
		.write = kind_changes(p->kind, h->earlier.unrefined)};
	/* What it would have interrupted; what others took away again that it
	 * waits for, which only it knows. */
	if (interrupted(p) || op_is(p->kind, AWAITS_MORE))
		*access = (struct access){.write = 1, .kind = OP_process_leave};
	history_settle(
		h, f, t, access, p->object || access->kind == OP_process_leave);
	if (h->late && !overtakes_event(h, h->count, t, f, access,
			       f->reads + f->writes + f->objects)) {
		*access = (struct access){.write = 1, .kind = OP_process_leave};
		history_settle(h, f, t, access, 1);
	}
	return (struct later){f, h->count, history_last(h, t, h->count),
		p->object, p->level, t, p->kind, p->unforeseen, p->awaits};
}

static void would_do(const struct races *r, tid t, const struct pending *p)
{
	struct access access[2];
	struct footprint f;
	struct later a = would_be(r->history, t, p, &f, access);

	look_back(r, r->history->count, &a);
}

/* Once it can go on it can for good: what it waits for nobody takes away, or
 * nobody brings.  Then who cannot at the end could not anywhere before, in any
 * order.  (A signal that waited for it might have been taken by another thread
 * since: `signals`.) */
static bool waits_for_good(const struct pending *p)
{
	uint8_t waits = op_info[p->kind].waits;

	return !p->offers && (waits == WAITS_never || waits == WAITS_wake ||
				     waits == WAITS_arrivals);
}

void races_pending(
	const struct races *r, const struct outcome *outcome, bool stuck)
{
	for (tid t = 0; t < outcome->threads; t++) {
		const struct pending *p = &outcome->thread[t];

		if (p->live && (p->object || interrupted(p)) &&
			(!p->withheld || p->awaits) &&
			!(stuck && p->offers && !p->withheld) &&
			(p->signals || !waits_for_good(p)))
			would_do(r, t, p);
	}
}

/* The event of thread t after which, in every order, nothing comes; or
 * EVENT_NONE. */
static uint32_t outermost(const struct history *h, tid t)
{
	uint32_t i = history_last(h, t, h->count);

	for (tid u = 0; i != EVENT_NONE && u < h->threads; u++) {
		uint32_t last = history_last(h, u, h->count);

		if (u != t && last != EVENT_NONE && happens_before(h, i, last))
			return EVENT_NONE;
	}
	return i;
}

void races_cut(const struct races *r, const struct outcome *outcome)
{
	const struct history *h = r->history;

	for (tid u = 0; u < h->threads; u++) {
		uint32_t i = outermost(h, u);

		if (i == EVENT_NONE || i >= r->nodes->count)
			continue;
		for (tid t = 0; t < outcome->threads; t++) {
			const struct pending *p = &outcome->thread[t];
			struct access access[2];
			struct footprint f;
			struct later a;

			if (t == u || !p->live || !p->offers || p->withheld)
				continue;
			a = would_be(h, t, p, &f, access);
			reverse(r, i, &a);
		}
	}
}

void races_left(const struct races *r, tid gone)
{
	const struct nodes *n = r->nodes;
	uint32_t i = n->count - 1;

	for (tid t = 0; n->count && t < n->node[i].threads; t++) {
		const struct waiting *w = waiting_at(n, i, t);
		struct pending p = {.object = w->object,
			.size = w->size,
			.level = w->level,
			.kind = w->kind,
			.internal = w->internal,
			.unforeseen = w->unforeseen,
			.signals = w->signals,
			.awaits = w->awaits};

		if (w->live && (w->object || interrupted(&p)) &&
			(!w->withheld || w->awaits) && t != gone)
			would_do(r, t, &p);
	}
}

void races_leaving(const struct races *r)
{
	const struct nodes *n = r->nodes;
	struct access all = {.write = 1, .kind = OP_process_leave};
	struct footprint f;
	uint32_t i = r->history->count - 1;

	if (!r->history->count || n->count != r->history->count ||
		r->history->event[i].kind != OP_process_leave)
		return;
	for (tid t = 0; t < n->node[i].threads; t++) {
		const struct waiting *w = waiting_at(n, i, t);
		struct later a = {&f, i + 1, history_last(r->history, t, i), 0,
			0, t, OP_process_leave, w->unforeseen, false};

		if (!nodes_tried(w) || w->kind != OP_process_leave ||
			t == r->history->event[i].footprint.thread)
			continue;
		history_settle(r->history, &f, t, &all, 1);
		r->reverse(r->self, i, &a);
	}
}
