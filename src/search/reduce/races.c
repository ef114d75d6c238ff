/* SPDX-License-Identifier: MIT */
#include "search/reduce/races.h"
#include "search/awaits.h"
#include "search/late.h"
#include "search/reduce/overtakes.h"

#include <string.h>

/* Can an operation of this kind have to wait for what others do to its object?
 */
static bool waits(uint8_t kind)
{
	uint8_t waits = op_info[kind].waits;

	return waits != WAITS_no && waits != WAITS_never &&
	       waits != WAITS_others;
}

static bool waits_for_kernel(uint8_t kind)
{
	return op_info[kind].waits == WAITS_kernel ||
	       op_info[kind].waits == WAITS_file;
}

/* Before `by`, an operation on its object, would one of this kind have had to
 * wait?  1: no, 0: yes, -1: that is not known. */
static int free_before(uint8_t kind, const struct access *by)
{
	bool late = op_is(kind, GIVES_WAY_LATE);

	switch ((enum op_waits)op_info[kind].waits) {
	case WAITS_mutex:
		if (late)
			return 1; /* it can be late */
		if (op_is(by->kind, TAKES))
			return by->write; /* one that failed found it held */
		return op_is(by->kind, GIVES) || by->kind == OP_read ? 0 : -1;
	case WAITS_file:
		if (by->kind == OP_file_lock)
			return by->write;
		return by->kind == OP_file_unlock || by->kind == OP_read ? 0
									 : -1;
	case WAITS_units:
		return late ? 1 : -1;
	case WAITS_rwlock:
		return !late && by->kind == OP_rw_wrlock ? 1 : -1;
	case WAITS_once:
		return by->kind == OP_once_enter   ? 1
		       : by->kind == OP_once_leave ? 0
						   : -1;
	case WAITS_end:
		return late			    ? -1
		       : by->kind == OP_thread_exit ? 0
		       : by->kind == OP_thread_join ? 1
						    : -1;
	default:
		return -1;
	}
}

/* How an event changes the value of a semaphore. */
static int adds(const struct past_event *e, uint64_t semaphore)
{
	const struct access *o =
		e->footprint.access + e->footprint.reads + e->footprint.writes;

	for (uint32_t k = 0; k < e->footprint.objects; k++)
		if (o[k].address == semaphore && o[k].write)
			return o[k].kind == OP_sem_post ? 1
			       : o[k].kind == OP_sem_wait ||
					       o[k].kind == OP_sem_timedwait ||
					       o[k].kind == OP_sem_trywait
				       ? -1
				       : 0;
	return 0;
}

/* The value of the semaphore that a waits for when all is made that is not
 * after event i, and event i is not. */
static int64_t level_without(
	const struct races *r, uint32_t i, const struct later *a)
{
	const struct history *h = r->history;
	struct access access = {.address = a->object};
	struct footprint f;
	struct walk walk;
	int64_t level = a->level;

	history_settle(h, &f, a->thread, &access, 1);
	walk_begin(&h->earlier, &f, h->count, &walk);
	for (uint32_t k = walk_next(&h->earlier, &walk);
		k != EVENT_NONE && k >= i; k = walk_next(&h->earlier, &walk)) {
		bool out = happens_before(h, i, k);

		if (k < a->end && out)
			level -= adds(&h->event[k], a->object);
		if (k >= a->end && !out)
			level += adds(&h->event[k], a->object);
	}
	return level;
}

/* Is event i an arrival at the barrier that a is to leave?  Those of a's round
 * are all needed; those of another one are before a's arrival, or come when a
 * can leave. */
static bool lets_leave(const struct races *r, uint32_t i, const struct later *a)
{
	const struct footprint *f = &r->history->event[i].footprint;
	const struct access *o = footprint_objects(f);

	for (uint32_t k = 0;
		op_info[a->kind].waits == WAITS_arrivals && k < f->objects; k++)
		if (o[k].address == a->object && op_is(o[k].kind, ARRIVES))
			return true;
	return false;
}

/* The same for event i and a, which was not there yet. */
static int could_have_gone(
	const struct races *r, uint32_t i, const struct later *a)
{
	const struct footprint *f = &r->history->event[i].footprint;
	const struct access *o = f->access + f->reads + f->writes;

	if (!waits(a->kind))
		return 1;
	if (lets_leave(r, i, a))
		return 0;
	if (op_info[a->kind].waits == WAITS_units &&
		!op_is(a->kind, GIVES_WAY_LATE))
		return level_without(r, i, a) > 0;
	for (uint32_t k = 0; k < f->objects; k++)
		if (o[k].address == a->object)
			return free_before(a->kind, &o[k]);
	return -1;
}

/* Does it change all of what w waits for, so that whoever touches that later
 * comes after it? */
static bool changes_all(const struct footprint *f, const struct waiting *w)
{
	const struct access *a =
		w->size ? f->access + f->reads : footprint_objects(f);
	uint32_t n = w->size ? f->writes : f->objects;

	for (uint32_t k = 0; k < n; k++)
		if (w->size ? a[k].address <= w->object &&
					w->object + w->size <=
						a[k].address + a[k].size &&
					!kind_commutes_at_all(
						kind_in(f, a[k].kind))
			    : a[k].address == w->object && a[k].write &&
					a[k].kind != OP_thread_start &&
					!kind_commutes_at_all(
						kind_in(f, a[k].kind)))
			return true;
	return false;
}

/* Did a transition since event i do something that belongs to other threads? */
static bool started_since(const struct history *h, uint32_t i)
{
	uint32_t latest = h->earlier.latest[LATEST_STARTER];

	return latest != EVENT_NONE && latest > i;
}

/* Does something that is not after event i change what a waits for there? */
static bool freed_between(const struct races *r, uint32_t i,
	const struct later *a, const struct waiting *w)
{
	const struct history *h = r->history;
	struct access access = {
		.address = w->object, .size = w->size, .kind = w->kind};
	struct footprint f;
	struct walk walk;

	if (changes_all(&h->event[i].footprint, w) && !started_since(h, i))
		return false;
	history_settle(h, &f, a->thread, &access, 1);
	walk_begin(&h->earlier, &f, h->count, &walk);
	for (uint32_t k = walk_next(&h->earlier, &walk);
		k != EVENT_NONE && k > i; k = walk_next(&h->earlier, &walk))
		if (!happens_before(h, i, k) &&
			transitions_depend(&h->event[k].footprint, &f))
			return true;
	return false;
}

/* How many bytes of its object it touches. */
static uint32_t bytes_there(const struct later *a)
{
	const struct footprint *f = a->footprint;

	for (uint32_t k = 0; k < f->reads + f->writes; k++)
		if (f->access[k].address == a->object)
			return f->access[k].size;
	return 0;
}

/* Was event i made at a dead end alone: what its thread awaited in vain, or a
 * turn once more?  Those come in one order, and nobody is tried before them. */
static bool at_dead_end(const struct races *r, uint32_t i)
{
	const struct past_event *e = &r->history->event[i];
	const struct waiting *w = waiting_at(r->nodes, i, e->footprint.thread);

	return e->footprint.everything &&
	       (e->kind == OP_turn || (w && w->awaits));
}

/* Was thread t asked to end?  Then what it waits for may be cut short. */
static bool asked_to_end(const struct history *h, tid t)
{
	for (uint32_t k = h->earlier.latest[LATEST_STARTER]; k != EVENT_NONE;
		k = earlier_latest(&h->earlier, LATEST_STARTER, k)) {
		const struct footprint *f = &h->event[k].footprint;

		if (footprint_acts_for(f, t) && !footprint_starts(f, t))
			return true;
	}
	return false;
}

/* Would what it awaits be there before event i?  That found what a would find:
 * who else changes the place comes before i, or after it.  (What depends on a
 * for another reason says nothing; neither do additions that commute, of which
 * several sums may be met: machines tell none of a place that is awaited.)  A
 * thread that was asked to end goes another way for what was in vain. */
static bool there_before(
	const struct races *r, uint32_t i, const struct later *a)
{
	const struct past_event *e = &r->history->event[i];

	return !r->awaits || !e->valued || e->valued != bytes_there(a) ||
	       e->object != a->object ||
	       kind_commutes_at_all(kind_in(&e->footprint, e->kind)) ||
	       awaits_leaves(r->awaits, a->level, e->before) != 0 ||
	       asked_to_end(r->history, a->thread);
}

/* Does a wait for the end of a thread that does not end without event i? */
static bool joins_later(
	const struct races *r, uint32_t i, const struct later *a)
{
	const struct history *h = r->history;
	uint32_t last;

	if (a->kind != OP_thread_join || a->object >= h->threads ||
		asked_to_end(h, a->thread))
		return false;
	last = history_last(h, (tid)a->object, a->end);
	return last == EVENT_NONE || last == i || happens_before(h, i, last);
}

/* It comes when nobody else can go on but to leave, too: those are
 * races_leaving()'s.  (So does a thread that spins and is let
 * go on to see whether that changes anything: but it could have gone earlier,
 * when what it waits for had changed.) */
static bool leaves(const struct later *a)
{
	return a->footprint->everything && a->kind == OP_process_leave;
}

/* Did its thread do anything else after event i? */
static bool moved_since(uint32_t i, const struct later *a)
{
	return a->previous != EVENT_NONE && a->previous > i;
}

/* Was the place seen at node i to have what a would find before event i?  (A
 * store to another part of it may come before that, too.) */
static bool in_vain_there(const struct races *r, uint32_t i,
	const struct later *a, const struct waiting *w)
{
	return w && w->live && w->withheld && !moved_since(i, a) &&
	       !freed_between(r, i, a, w);
}

/* 1: it was not waiting there, 0: it was, -1: not known. */
static int could_go(const struct races *r, uint32_t i, const struct later *a)
{
	const struct waiting *w = waiting_at(r->nodes, i, a->thread);

	/* A turn that came to nothing is made again at a dead end alone; but
	 * its thread may have been interrupted behind it. */
	if (a->kind == OP_turn)
		return w && w->signals && w->live && w->offers &&
		       !at_dead_end(r, i);
	if (leaves(a) || joins_later(r, i, a))
		return 0;
	if (a->awaits)
		return !at_dead_end(r, i) && !in_vain_there(r, i, a, w) &&
		       there_before(r, i, a);
	if (moved_since(i, a))
		return could_have_gone(r, i, a);
	if (!w || !w->live) /* not born yet */
		return could_have_gone(r, i, a);
	if (w->offers)
		return 1;
	/* Its own buffer was not empty; what else it had to wait for, nobody
	 * asked. */
	if (is_entry(w->object))
		return could_have_gone(r, i, a);
	if (lets_leave(r, i, a))
		return 0;
	/* What descriptors wait for is known to the kernel alone. */
	if (waits_for_kernel(a->kind) || freed_between(r, i, a, w))
		return -1;
	return 0;
}

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

		if (j < known || leaves(&a) || only_joins(r, i, j))
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
	if (h->late)
		overtakes_event(h, h->count, t, f, access,
			f->reads + f->writes + f->objects);
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
