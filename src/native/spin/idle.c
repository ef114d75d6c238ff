/* SPDX-License-Identifier: MIT */
#include "native/spin/idle.h"
#include "native/coarse.h"
#include "native/memory.h"
#include "native/offers.h"
#include "native/posix/clock.h"
#include "native/posix/mutex.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/effect.h"
#include "native/threads/thread.h"

#include <string.h>

enum {
	TURNS = 24, /* idle ones in a row: shorter loops are made as they are */
	SLEEPS = 64, /* the same, where loops do not tell; or sleeps of a thread
		       that reads the clock */
	IN_TIME = 64, /* turns of their own, when nobody can go on: a minute of
			seconds */
	JUMPS = 42    /* and with 2^0 .. 2^41 ms more, which are 70 years */
};

/* Where a thread arrived. */
struct mark {
	uint64_t pc, frame, tried;
	const struct turn *loops; /* that it was in, with their heads */
	const struct noted *noted;
	uint64_t heap;
	uint32_t writes, notes;
	bool valid;
};

static struct idle {
	uint32_t life;
	bool acts; /* since it woke: idle_made() */
	struct mark arrived, woke;
	/* When it was let go last: how often, and which turn it had made. */
	uint32_t goes, nth;
	const struct turn *first;
	/* What the last idle turn has met, and how many there were. */
	const struct watch *last;
	uint32_t last_entries, row;
} idle[THREADS_MAX];

static struct idle *own(const struct thread *t)
{
	struct idle *i = &idle[t->id];

	undo_save(i, sizeof *i);
	if (i->life != t->life)
		*i = (struct idle){.life = t->life};
	return i;
}

static const struct idle *of(const struct thread *t)
{
	return idle[t->id].life == t->life ? &idle[t->id] : 0;
}

/* Can it end by time? */
static bool ends_by_time(enum op kind)
{
	switch (kind) {
	case OP_sleep:
	case OP_cond_wake:
	case OP_thread_timedjoin:
	case OP_mutex_timedlock:
	case OP_rw_granted:
	case OP_rw_timedrdlock:
	case OP_rw_timedwrlock:
	case OP_sem_timedwait:
	case OP_futex_woken:
	case OP_fd_timed_poll:
	case OP_fd_timed_wait:
	case OP_signal_wait:
		return true;
	default:
		return false;
	}
}

/* The loop that the thread has gone round once, with the same state at both
 * heads, between two marks; NULL: none. */
static const struct turn *gone_round(
	const struct mark *from, const struct turn *now)
{
	for (; now; now = now->outer) {
		if (!now->nth)
			continue;
		for (const struct turn *then = from->loops; then;
			then = then->outer)
			if (then->first == now->first &&
				then->nth + 1 == now->nth)
				return now;
	}
	return 0;
}

/* The same loop, as if a turn had begun where the thread woke. */
static struct turn *from_sleep(
	const struct thread *t, const struct mark *m, const struct turn *head)
{
	size_t bytes = sizeof *head + (head->values + 2u * head->ranges) *
					      sizeof head->word[0];
	struct turn *turn = (struct turn *)(void *)arena_words(bytes / 4, 0);

	memcpy(turn, head, bytes);
	turn->since = m->noted;
	turn->writes = m->writes;
	turn->notes = m->notes;
	turn->heap = m->heap;
	turn->slept = t->spin.slept;
	return turn;
}

static bool is_clock(const struct entry *e)
{
	return e->address == CLOCK_OBJECT;
}

static bool read_clock(const struct thread *t, const struct turn *turn)
{
	const struct noted *n = t->spin.noted;

	while (n != turn->since && !(is_clock(&n->e) && !n->e.write))
		n = n->before;
	return n != turn->since;
}

/* A local of its own?  What it holds comes of what the thread has read. */
static bool is_local(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	const struct noted *n = t->spin.noted;

	if (e->state || !thread_owns(t, e->address))
		return false;
	while (n != turn->since &&
		!(n->e.own && entry_overlaps(&n->e, e->address, e->size)))
		n = n->before;
	return n != turn->since;
}

static struct object *object_at(const struct entry *e)
{
	uint64_t at = e->address - (uint64_t)rt.object;

	return e->state && at < rt.world.objects * sizeof *rt.object
		       ? &rt.object[at / sizeof *rt.object]
		       : 0;
}

/* A lock that it waits for in any case, and gave back: others that take it
 * change nothing about its turn.  Who destroys it does; and so does who ends
 * with a robust one in his hand. */
static bool is_lock(const struct object *o)
{
	return o && o->kind == OBJECT_MUTEX && !mutex_is_robust(o);
}

static bool is_set_of_waiting(const struct object *o, uint64_t waits_for)
{
	return o && o->address == waits_for &&
	       (o->kind == OBJECT_COND || o->kind == OBJECT_FUTEX);
}

/* On its stack, where nobody else had been when it read there?  What it holds
 * comes of the rest, too; not all compilers announce who stored it (what a
 * function returns). */
static bool is_its_own(const struct thread *t, const struct entry *e)
{
	return !e->write && !e->state && !e->seen && thread_owns(t, e->address);
}

/* What the thread awaits. */
static void leave_out(struct thread *t, const struct turn *turn,
	struct watch *w, uint64_t waits_for, bool acts)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < t->spin.entries; i++) {
		struct entry e = w->entry[i];
		struct object *o = object_at(&e);

		if (is_clock(&e))
			continue;
		if (!acts && e.write &&
			(is_lock(o) || is_set_of_waiting(o, waits_for)))
			e = (struct entry){.address = (uint64_t)&o->type,
				.size = sizeof o->type,
				.state = 1,
				.value = o->type};
		e.local = is_its_own(t, &e);
		if (is_local(t, turn, &e)) {
			e.local = 1;
			e.value = memory_value(t, e.address, e.size);
		}
		w->entry[kept++] = e;
	}
	t->spin.entries = kept;
}

/* Is all that it has read as it was?  To ask is to look there. */
static bool still_so(const struct thread *t, const struct watch *w, uint32_t n)
{
	bool same = true;

	for (uint32_t i = 0; i < n; i++) {
		const struct entry *e = &w->entry[i];

		if (e->local)
			continue;
		if (unlikely(rt.footprints))
			watch_entry_read(e);
		same &= memory_value(t, e->address, e->size) == e->value;
	}
	return same;
}

/* The turn before was like this one?  That one alone says nothing of what the
 * thread has read between the loop's head and its sleep before it; with two, of
 * which all still stands, both heads and both sleeps were met with the same. */
static bool like_the_last(
	const struct thread *t, struct idle *i, const struct watch *w)
{
	const struct watch *last = i->last;
	uint32_t n = i->last_entries;

	i->last = w;
	i->last_entries = t->spin.entries;
	if (!last || last->first != w->first || last->nth + 1 != w->nth) {
		i->row = 0;
		return false;
	}
	i->row++;
	return still_so(t, last, n) & still_so(t, w, t->spin.entries);
}

/* Did it do nothing since it woke from this operation the last time? */
static struct watch *judge(
	struct thread *t, struct idle *i, uint64_t pc, uint64_t frame)
{
	const struct pending *p = &rt.pending[t->id];
	const struct turn *head;
	struct turn *turn;
	struct watch *w;

	if (!i->woke.valid || i->woke.pc != pc || i->woke.frame != frame ||
		i->woke.tried != (p->object ^ (uint64_t)p->kind << 48))
		return 0;
	head = gone_round(&i->woke, t->spin.loops);
	if (!head)
		return 0;
	turn = from_sleep(t, &i->woke, head);
	if (!read_clock(t, turn) ||
		!effect_is_idle(t, turn, head, i->acts ? 0 : p->object))
		return 0;
	w = effect_met(t, turn, pc, EFFECT_NONE);
	if (!w)
		return 0;
	w->frame = frame;
	w->timed = true;
	w->first = head->first;
	w->nth = head->nth;
	leave_out(t, turn, w, i->acts ? 0 : p->object, i->acts);
	if (!like_the_last(t, i, w))
		return 0;
	if (!rt.idle) {
		if (i->row >= TURNS)
			coarse_clocks();
		return 0;
	}
	coarse_now(); /* what it looks at decides whether it goes on */
	return w;
}

bool idle_arrive(struct thread *t, uint64_t pc, uint64_t frame, bool judges)
{
	const struct pending *p = &rt.pending[t->id];
	uint32_t entries = t->spin.entries; /* of another watch, under way */
	struct watch *w;
	struct idle *i;

	if (!ends_by_time(p->kind) || rt.study)
		return false;
	i = own(t);
	w = judges ? judge(t, i, pc, frame) : 0;
	i->arrived =
		(struct mark){pc, frame, p->object ^ (uint64_t)p->kind << 48,
			t->spin.loops, t->spin.noted, turn_heap_end(t),
			t->spin.writes, t->spin.notes, true};
	if (!w) {
		t->spin.entries = entries;
		if (t->spin.confirm && t->spin.watch && t->spin.watch->timed)
			watch_drop(t); /* at a dead end: so it is none */
		return false;
	}
	t->spin.watch = w;
	t->spin.plain = ANCHOR_TURN;
	sched_watch(t);
	return true;
}

/* For a moment, or for somebody: nobody knows. */
void idle_waits(const struct thread *t)
{
	if (!t->spin.watch || !t->spin.watch->timed)
		return;
	coarse_clock(CLOCK_WAITED);
	caveat(CAVEAT_clock_waits, "thread T%u", t->id);
}

void idle_woke(void)
{
	struct thread *t = rt.self;
	struct idle *i;

	if (rt.loop_turns == TURNS_KEPT && t->spin.slept >= SLEEPS &&
		!inventory_unannounced() && rt.world.clock_looks && !rt.study)
		coarse_clocks();
	if (!of(t) || !of(t)->arrived.valid)
		return;
	i = own(t);
	i->woke = i->arrived;
	i->arrived.valid = false;
	i->acts = false;
}

void idle_made(enum op kind)
{
	switch (kind) {
	case OP_mutex_trylock:
	case OP_mutex_timedlock:
	case OP_rw_tryrdlock:
	case OP_rw_trywrlock:
	case OP_rw_timedrdlock:
	case OP_rw_timedwrlock:
	case OP_rw_granted:
	case OP_sem_trywait:
	case OP_sem_timedwait:
	case OP_cond_signal:
	case OP_cond_broadcast:
	case OP_futex_wake:
	case OP_futex_requeue:
		if (of(rt.self) && !of(rt.self)->acts)
			own(rt.self)->acts = true;
	default:
		break;
	}
}

void idle_forget(const struct thread *t)
{
	struct idle *i;

	if (!of(t) || !(of(t)->arrived.valid | of(t)->woke.valid))
		return;
	i = own(t);
	i->arrived.valid = i->woke.valid = false;
}

uint32_t idle_oldest(const struct thread *t, uint32_t number)
{
	const struct idle *i = of(t);

	if (i && i->arrived.valid && i->arrived.writes < number)
		number = i->arrived.writes;
	if (i && i->woke.valid && i->woke.writes < number)
		number = i->woke.writes;
	return number;
}

bool idle_needs_notes(const struct thread *t)
{
	const struct idle *i = of(t);

	return i && (i->arrived.valid | i->woke.valid);
}

/* --- nobody can go on -------------------------------------------------------
 */

static const struct watch *waits(tid i)
{
	const struct watch *w = thread_of(i)->spin.watch;

	return rt.pending[i].live && rt.pending[i].spinning && w && w->timed
		       ? w
		       : 0;
}

/* Has the one that was let go last made a turn like all of them? */
static bool in_vain(void)
{
	tid last = rt.world.idler;
	const struct watch *w = waits(last);

	return w && w->first == idle[last].first &&
	       w->nth == idle[last].nth + 1;
}

static uint64_t distance(uint32_t turns)
{
	return turns < IN_TIME ? 0 : 1000000ull << (turns - IN_TIME);
}

static void let_go(tid id)
{
	struct thread *t = thread_of(id);
	struct watch *w = t->spin.watch;
	struct idle *i = own(t);

	i->goes++;
	i->first = w->first;
	i->nth = w->nth;
	thread_touch(t);
	undo_save(w, offsetof(struct watch, entry));
	w->let_go = true;
	rt.world.idler = id;
	offer(t, &rt.pending[id]);
}

bool idle_let_go(void)
{
	tid next = TID_NONE;
	uint32_t n = 0, turns;

	for (tid i = 0; i < rt.world.threads; i++) {
		if (!waits(i))
			continue;
		n++;
		if (next == TID_NONE || idle[i].goes < idle[next].goes)
			next = i;
	}
	if (!n)
		return false;
	if (!in_vain())
		rt.world.idled = 0;
	turns = rt.world.idled / n;
	if (turns == IN_TIME + JUMPS)
		return false;
	rt.world.idled++;
	if (distance(turns))
		clock_jump(distance(turns));
	caveat(CAVEAT_clock_waits, "thread T%u", next);
	let_go(next);
	return rt.pending[next].offers > 0;
}
