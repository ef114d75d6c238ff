/* SPDX-License-Identifier: MIT */
#include "search/reduce/could_go.h"
#include "search/awaits.h"
#include "search/late.h"

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

bool changes_all(const struct footprint *f, const struct waiting *w)
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

bool later_leaves(const struct later *a)
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

int could_go(const struct races *r, uint32_t i, const struct later *a)
{
	const struct waiting *w = waiting_at(r->nodes, i, a->thread);

	/* A turn that came to nothing is made again at a dead end alone; but
	 * its thread may have been interrupted behind it. */
	if (a->kind == OP_turn)
		return w && w->signals && w->live && w->offers &&
		       !at_dead_end(r, i);
	if (later_leaves(a) || joins_later(r, i, a))
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
