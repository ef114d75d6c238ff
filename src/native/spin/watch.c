/* SPDX-License-Identifier: MIT */
#include "native/spin/watch.h"
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/kernel/file.h"
#include "native/memory.h"
#include "native/offers.h"
#include "native/posix/cancel.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/spin/await.h"
#include "native/threads/thread.h"

#include <string.h>

/* No hook of the running thread may pass the filter unseen. */
static void hooks_on(void)
{
	sched_watch(rt.self);
	stamp_next();
}

/* Others may have pointers there. */
static void read_stack(const struct watch *w)
{
	footprint_memory(w->place.sp, w->stack_bytes, false);
}

bool watch_begin(struct thread *t, uint64_t pc, uint64_t frame, uint64_t object,
	unsigned row)
{
	struct watch *w;
	struct place place;

	/* What it waits for may be a variable that nobody sees it read. */
	if (rt.blind)
		return false;
	if (!place_now(&place, pc) || t->fs - place.sp > WATCH_STACK)
		return false;
	w = (struct watch *)(void *)arena_words(sizeof *w / 4, 0);
	w->pc = pc;
	w->frame = frame;
	w->slept = t->spin.slept;
	w->object = object;
	w->operand = rt.operand;
	w->place = place;
	w->stack_bytes = (uint32_t)(t->fs - place.sp);
	w->stack = (char *)arena_words((w->stack_bytes + 3) / 4, 0);
	memcpy(w->stack, (void *)place.sp, w->stack_bytes);
	if (unlikely(rt.footprints) && rt.coarse)
		read_stack(w);
	thread_touch(t);
	t->spin.watch = w;
	t->spin.entries = 0;
	t->spin.arrivals = 0;
	t->spin.began = t->spin.effects;
	t->spin.changed = 0;
	t->spin.disturbed = 0;
	t->spin.second = 0;
	t->spin.turn = 0;
	t->spin.row = (uint8_t)row;
	hooks_on();
	return true;
}

void watch_drop(struct thread *t)
{
	thread_touch(t);
	t->spin.confirm = 0;
	t->spin.watch = 0;
	if (t == rt.self)
		sched_watch(t);
}

void watch_end(struct thread *t)
{
	struct spin *s = &t->spin;

	watch_drop(t);
	if (s->row < SPIN_LOOPS) {
		unsigned next = 2 * s->loop[s->row].arrivals + 2u;

		s->loop[s->row].next =
			(uint16_t)(next < UINT16_MAX ? next : UINT16_MAX);
		if (s->with_effect && s->patience < UINT16_MAX / 2)
			s->patience *= 2;
	}
}

/* Must come before an entry changes. */
static struct entry *change(struct entry *e)
{
	if (rt.kept)
		undo_save(e, sizeof *e);
	return e;
}

/* Is there something else than the iteration met, for others to see? */
static inline bool away(const struct entry *e)
{
	return e->write && !e->dirty && e->left != e->value;
}

static inline bool overlaps(
	const struct entry *e, uint64_t address, size_t size)
{
	return e->address < address + size && address < e->address + e->size;
}

static void add(struct thread *t, struct entry e)
{
	struct watch *w = t->spin.watch;

	if (t->spin.entries == WATCH_ENTRIES)
		watch_end(t);
	else
		w->entry[t->spin.entries++] = e;
}

/* Is what the thread finds there its own value? */
static bool still_own(
	const struct thread *t, const struct entry *e, uint64_t value)
{
	if (e->dirty || e->left == value)
		return true;
	/* A slot of the stack has other users, who announce nothing. */
	return e->own &&
	       !access_by_others(t->id, e->address, e->size, e->stamp);
}

/* The thread writes once more where it wrote before: e.  This is when it counts
 * that others looked: all of them come before this write in every execution of
 * the trace. */
static void write_again(struct thread *t, struct entry *e, uint64_t value)
{
	struct entry met = *e;

	if (e->seen)
		t->spin.disturbed = 1;
	met.value = value;
	met.write = met.own = 0;
	if (!away(e) && !still_own(t, e, value))
		add(t, met); /* overwrites what others put there */
	if (!e->dirty)
		change(e)->dirty = 1;
	e->stamp = rt.stamp;
}

/* Notes bytes that lie within 8. */
static void note(struct thread *t, struct entry now)
{
	struct watch *w = t->spin.watch;
	struct entry *mine = 0;
	bool met = false;

	now.value = memory_value(t, now.address, now.size);
	for (uint32_t i = 0; i < t->spin.entries; i++) {
		struct entry *e = &w->entry[i];

		if (!overlaps(e, now.address, now.size))
			continue;
		/* The access will take the place of older ones. */
		if (away(e) && !e->state && !e->seen &&
			access_by_others(t->id, e->address, e->size, e->stamp))
			change(e)->seen = 1;
		if (e->address != now.address || e->size != now.size)
			continue;
		if (e->write)
			mine = e;
		else
			met |= e->value == now.value;
	}
	if (mine && now.write) {
		write_again(t, mine, now.value);
		return;
	}
	if (!now.write && (met || (mine && still_own(t, mine, now.value))))
		return;
	now.dirty = now.write;
	now.stamp = rt.stamp;
	add(t, now);
}

void watch_stop(struct thread *t)
{
	struct watch *w = t->spin.watch;

	for (uint32_t i = 0; i < t->spin.entries; i++) {
		struct entry *e = &w->entry[i];

		if (e->dirty) {
			change(e);
			e->left = memory_value(t, e->address, e->size);
			e->dirty = 0;
		}
		if (e->own || !away(e))
			continue;
		t->spin.changed = 1;
		if (e->state)
			rt.telling = 1;
	}
}

/* The running thread touches n bytes of state of the runtime. */
static void mark_seen(uint64_t at, size_t n)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);

		if (t == rt.self || !rt.pending[i].live)
			continue;
		turn_seen(t, at, n);
		if (!t->spin.watch)
			continue;
		for (uint32_t k = 0; k < t->spin.entries; k++) {
			struct entry *e = &t->spin.watch->entry[k];

			if (e->state && away(e) && !e->seen &&
				overlaps(e, at, n))
				change(e)->seen = 1;
		}
	}
}

/* Every byte written holds its old value, every value read is current. */
static bool nothing_changed(const struct thread *t, const struct watch *w)
{
	for (uint32_t i = 0; i < t->spin.entries; i++) {
		const struct entry *e = &w->entry[i];

		if (!e->own && memory_value(t, e->address, e->size) != e->value)
			return false;
	}
	return true;
}

/* The thread has put back itself whatever it changed.  Of its stack: others
 * have not. */
static bool restored(const struct thread *t, const struct watch *w)
{
	for (uint32_t i = 0; i < t->spin.entries; i++) {
		const struct entry *e = &w->entry[i];

		if (away(e) && (!e->own || !still_own(t, e,
						   memory_value(t, e->address,
							   e->size))))
			return false;
	}
	return true;
}

static bool wrote(const struct thread *t, const struct entry *read)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; i < t->spin.entries; i++)
		if (w->entry[i].write &&
			overlaps(&w->entry[i], read->address, read->size))
			return true;
	return false;
}

bool watch_disturbed(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	if (!t->spin.changed)
		return false;
	for (uint32_t i = 0; i < t->spin.entries; i++) {
		const struct entry *e = &w->entry[i];
		uint64_t value = memory_value(t, e->address, e->size);

		if (e->write ? !e->own && value != e->left
			     : value != e->value && !wrote(t, e))
			return true;
	}
	return t->spin.disturbed;
}

void watch_entry_read(const struct entry *e)
{
	if (e->state)
		footprint_state((void *)e->address, false);
	else
		footprint_memory(e->address, e->size, false);
}

void watch_read(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; w && i < t->spin.entries; i++)
		watch_entry_read(&w->entry[i]);
}

/* All that the thread itself can tell. */
static bool same_place(const struct thread *t, const struct watch *w,
	uint64_t pc, uint64_t object)
{
	struct place now;

	return w->object == object &&
	       (t->spin.plain || w->operand == rt.operand) &&
	       place_now(&now, pc) &&
	       memcmp(&now, &w->place, sizeof now) == 0 &&
	       memcmp(w->stack, (void *)now.sp, w->stack_bytes) == 0;
}

/* What others do with what was read, here or when the watch began, matters now.
 * With operations alone it did not until the thread really was in the same
 * place again.  (Told in any case: others may have written to the stack that is
 * compared.  No program is known that needs that.) */
static void tell_watched(const struct thread *t, const struct watch *w,
	uint64_t pc, uint64_t object)
{
	if (!rt.coarse) {
		if (!same_place(t, w, pc, object))
			return;
		coarse_now();
	}
	watch_read(t);
	read_stack(w);
}

bool watch_back(struct thread *t, uint64_t pc, uint64_t object)
{
	struct watch *w = t->spin.watch;

	watch_stop(t);
	if (unlikely(rt.footprints))
		tell_watched(t, w, pc, object);
	return same_place(t, w, pc, object);
}

bool watch_stale(const struct thread *t)
{
	return t->spin.watch && !nothing_changed(t, t->spin.watch);
}

/* What is compared up to the control block covers locals that no hook
 * announces, and what libraries keep in thread-local storage; of the test's own
 * thread-local variables, what the iteration reads is noted anyway. */
bool watch_done(struct thread *t)
{
	struct watch *w = t->spin.watch;

	return !t->spin.disturbed && restored(t, w) && nothing_changed(t, w);
}

bool watch_own_alone(const struct thread *t)
{
	return !t->spin.disturbed && nothing_changed(t, t->spin.watch);
}

static inline bool watched(const struct thread *t)
{
	return t->spin.watch && t->spin.plain != ANCHOR_TURN;
}

static void noted(struct thread *t, struct entry now)
{
	if (watched(t))
		note(t, now);
	if (turn_notes(t))
		turn_note(t, now);
}

enum {
	SCRUB = 1024 /* bytes; how deep the runtime goes for an access */
};

void __attribute__((noinline)) spin_scrub(void)
{
	char below[SCRUB];

	memset(below, 0, sizeof below);
	__asm__ volatile("" : : "r"(below) : "memory");
}

void spin_abandon(void)
{
	spin_effect();
	if (rt.loop_turns)
		turn_forget(rt.self);
	if (watched(rt.self))
		watch_end(rt.self);
}

/* Where freed memory is handed out again the next turn may get it. */
void spin_allocated(void)
{
	spin_effect();
	if (unlikely(rt.reuse) && rt.loop_turns)
		turn_forget(rt.self);
	if (watched(rt.self))
		watch_end(rt.self);
}

void spin_freed(uint64_t block)
{
	if (turn_allocated(rt.self, block))
		spin_allocated();
	else
		spin_abandon();
}

/* What is awaited, or was noted of a turn, is looked at again: not there. */
void spin_unmapped(uint64_t from, uint64_t to)
{
	static const uint64_t nothing;

	await_unmapped(from, to);
	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);

		turn_unmapped(t, from, to);
		for (uint32_t k = 0; t->spin.watch && k < t->spin.entries;
			k++) {
			struct entry *e = &t->spin.watch->entry[k];

			if (!overlaps(e, from, to - from))
				continue;
			change(e);
			e->address = (uint64_t)&nothing;
			e->size = 8;
			e->value = 1; /* it is another one now */
		}
	}
}

void spin_not_here(void)
{
	if (watched(rt.self))
		watch_drop(rt.self);
}

static __attribute__((noinline, cold)) void tell_state(
	const void *state, size_t n, bool changed)
{
	if (rt.footprints)
		footprint_state(state, changed);
	mark_seen((uint64_t)state, n);
}

static inline void touch(void *state, size_t n, bool changed)
{
	struct thread *t = rt.self;

	if (changed) {
		t->spin.effects++;
		t->spin.toggles ^=
			(uint32_t)((uint64_t)state >> 2) * 0x9e3779b1u;
	}
	if (likely(!((uintptr_t)t->spin.watch | (uintptr_t)t->spin.loops)))
		return;
	noted(t, (struct entry){.address = (uint64_t)state,
			 .size = (uint8_t)n,
			 .write = changed,
			 .state = 1});
}

void spin_object(void *state, size_t n, bool changed)
{
	if (unlikely(rt.telling))
		tell_state(state, n, changed);
	touch(state, n, changed);
}

void spin_state(void *state, size_t n, bool changed)
{
	if (unlikely(rt.telling)) {
		if (rt.footprints && changed)
			footprint_plain_state(state);
		mark_seen((uint64_t)state, n);
	}
	touch(state, n, changed);
}

/* The access that the watch is anchored at?  Then the thread may have come to
 * await; it is watched no more. */
static void at_anchor(struct thread *t, uint64_t address, uint64_t pc)
{
	struct watch *w = t->spin.watch;

	if (!w || pc != w->pc ||
		(t->spin.plain != ANCHOR_PLAIN && t->spin.plain != ANCHOR_SET))
		return;
	if (t->spin.plain == ANCHOR_SET)
		t->spin.plain = ANCHOR_PLAIN; /* the access that began it */
	else if (watch_back(t, pc, address) && watch_done(t))
		spin_await(pc);
	else
		watch_end(t);
}

/* While an iteration is watched, or a loop tells its turns, every access comes
 * here. */
void spin_access(uint64_t address, size_t size, bool write, uint64_t pc)
{
	struct thread *t = rt.self;
	uint64_t end = address + size;
	bool own;

	at_anchor(t, address, pc);
	if (!t->spin.watch && !t->spin.loops)
		return;
	own = thread_owns(t, address);
	/* What lies below the place does not outlive the turn: the frames of
	 * what it calls, the runtime's own among them. */
	if (own && !write && watched(t) && end <= t->spin.watch->place.sp)
		return;
	own &= write;
	while (address < end && (t->spin.watch || turn_notes(t))) {
		uint64_t stop = (address & ~7ull) + 8;

		if (stop > end)
			stop = end;
		noted(t, (struct entry){.address = address,
				 .size = (uint8_t)(stop - address),
				 .write = write,
				 .own = own});
		address = stop;
	}
}

uint64_t spin_looks_at(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; w && i < t->spin.entries; i++)
		if (!w->entry[i].write && !w->entry[i].state)
			return w->entry[i].address;
	return 0;
}

void spin_offer(struct thread *t, struct pending *p)
{
	struct watch *w = t->spin.watch;

	if (w && !w->timed && (t->spin.stopped || nothing_changed(t, w))) {
		p->offers = 0;
		return;
	}
	p->offers = 1;
	p->offer = 0;
	if (offer_of[p->kind])
		offer_of[p->kind](t, p);
	if (w && w->timed && !w->let_go &&
		(offers_only_time(p) || wait_ends_in_time(p)) &&
		!cancel_due(t) && nothing_changed(t, w))
		p->offers = 0;
}

/* What was noted of the last one stays as it is: the execution may go back to
 * where it is awaited on. */
void watch_again(struct thread *t)
{
	struct watch *w = (struct watch *)(void *)arena_words(sizeof *w / 4, 0);

	memcpy(w, t->spin.watch, offsetof(struct watch, entry));
	w->let_go = false;
	t->spin.watch = w;
	t->spin.entries = 0;
}
