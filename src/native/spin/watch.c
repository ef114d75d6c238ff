/* SPDX-License-Identifier: MIT */
#include "native/spin/watch.h"
#include "native/footprint.h"
#include "native/sched.h"
#include "native/shadow.h"
#include "native/spin.h"
#include "native/thread.h"

#include <string.h>

/* No hook of the running thread may pass the filter unseen. */
static void hooks_on(void)
{
	rt.watching |= SPINNING;
	stamp_next();
}

bool watch_begin(struct thread *t, uint64_t pc, uint64_t frame, uint64_t object,
	unsigned row)
{
	struct watch *w;
	struct place place;

	if (!place_now(&place, pc) || t->fs - place.sp > WATCH_STACK)
		return false;
	w = (struct watch *)(void *)arena_words(sizeof *w / 4, 0);
	w->pc = pc;
	w->frame = frame;
	w->object = object;
	w->operand = rt.operand;
	w->place = place;
	w->stack_bytes = (uint32_t)(t->fs - place.sp);
	w->stack = (char *)arena_words((w->stack_bytes + 3) / 4, 0);
	memcpy(w->stack, (void *)place.sp, w->stack_bytes);
	thread_touch(t);
	t->spin.watch = w;
	t->spin.entries = 0;
	t->spin.arrivals = 0;
	t->spin.changed = 0;
	t->spin.turn = 0;
	t->spin.row = (uint8_t)row;
	t->spin.switches = rt.world.switches;
	hooks_on();
	return true;
}

void watch_drop(struct thread *t)
{
	thread_touch(t);
	t->spin.confirm = 0;
	t->spin.watch = 0;
	if (t == rt.self && rt.watching & SPINNING) {
		rt.watching = rt.watching_always;
		stamp_next();
	}
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

static uint64_t value_at(uint64_t address, unsigned size)
{
	uint64_t value = 0;

	memcpy(&value, (void *)address, size);
	return value;
}

/* Notes bytes that lie within 8. */
static void note(
	struct thread *t, uint64_t address, unsigned size, bool write, bool own)
{
	struct watch *w = t->spin.watch;
	uint64_t value = value_at(address, size);

	for (uint32_t i = 0; i < t->spin.entries; i++) {
		struct entry *e = &w->entry[i];

		if (e->address != address || e->size != size)
			continue;
		/* Written before: what is there now is the thread's own value,
		 * unless others ran since. */
		if (e->write ? e->switches == rt.world.switches
			     : !write && e->value == value)
			return;
	}
	if (t->spin.entries == WATCH_ENTRIES) {
		watch_end(t);
		return;
	}
	w->entry[t->spin.entries++] = (struct entry){.address = address,
		.value = value,
		.switches = rt.world.switches,
		.size = (uint8_t)size,
		.own = write && own,
		.write = write};
}

/* Every byte written holds its old value, every value read is current. */
static bool nothing_changed(const struct thread *t, const struct watch *w)
{
	for (uint32_t i = 0; i < t->spin.entries; i++) {
		const struct entry *e = &w->entry[i];

		if (!e->own && value_at(e->address, e->size) != e->value)
			return false;
	}
	return true;
}

bool watch_disturbed(const struct thread *t)
{
	return t->spin.changed && t->spin.switches != rt.world.switches;
}

void watch_read(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; w && i < t->spin.entries; i++)
		if (wild(w->entry[i].address))
			footprint_state((void *)w->entry[i].address, false);
		else
			footprint_memory(
				w->entry[i].address, w->entry[i].size, false);
}

/* What is compared up to the control block covers locals that no hook
 * announces, and what libraries keep in thread-local storage; of the test's own
 * thread-local variables, what the iteration reads is noted anyway. */
bool watch_done(struct thread *t, uint64_t pc, uint64_t object)
{
	struct watch *w = t->spin.watch;
	struct place now;

	if (unlikely(rt.footprints))
		watch_read(t);
	if (w->object != object || (!t->spin.plain && w->operand != rt.operand))
		return false;

	if (watch_disturbed(t))
		return false;
	return nothing_changed(t, w) && place_now(&now, pc) &&
	       memcmp(&now, &w->place, sizeof now) == 0 &&
	       memcmp(w->stack, (void *)now.sp, w->stack_bytes) == 0;
}

void spin_changed(void)
{
	rt.self->spin.changed = 1;
}

void spin_abandon(void)
{
	spin_effect();
	if (rt.self->spin.watch)
		watch_end(rt.self);
}

void spin_not_here(void)
{
	watch_drop(rt.self);
}

void spin_object(void *state, size_t n, bool changed)
{
	struct thread *t = rt.self;

	if (unlikely(rt.footprints))
		footprint_state(state, changed);
	if (changed) {
		t->spin.effects++;
		t->spin.toggles ^=
			(uint32_t)((uint64_t)state >> 2) * 0x9e3779b1u;
	}
	if (!t->spin.watch)
		return;
	if (changed)
		t->spin.changed = 1;
	note(t, (uint64_t)state, (unsigned)n, changed, false);
}

/* While an iteration is watched every access comes here. */
void spin_access(
	uint64_t address, size_t size, bool write, bool atomic, uint64_t pc)
{
	struct thread *t = rt.self;
	struct watch *w = t->spin.watch;
	uint64_t end = address + size;
	bool own;

	if (!w)
		return;
	if (pc == w->pc && t->spin.plain == ANCHOR_SET) {
		t->spin.plain = ANCHOR_PLAIN; /* the access that began it */
	} else if (pc == w->pc && t->spin.plain) {
		if (watch_done(t, pc, address)) {
			spin_await(pc);
			return;
		}
		watch_end(t);
		return;
	}
	own = thread_owns(t, address);
	if (write && !atomic && !own)
		t->spin.changed = 1;
	while (address < end && t->spin.watch) {
		uint64_t stop = (address & ~7ull) + 8;

		if (stop > end)
			stop = end;
		note(t, address, (unsigned)(stop - address), write, own);
		address = stop;
	}
}

void spin_offer(struct thread *t, struct pending *p)
{
	struct watch *w = t->spin.watch;

	if (w && nothing_changed(t, w)) {
		p->offers = 0;
		return;
	}
	p->offers = 1;
	p->offer = 0;
	if (offer_of[p->kind])
		offer_of[p->kind](t, p);
}

/* What was noted of the last one stays as it is: the execution may go back to
 * where it is awaited on. */
void watch_again(struct thread *t)
{
	struct watch *w = (struct watch *)(void *)arena_words(sizeof *w / 4, 0);

	memcpy(w, t->spin.watch, offsetof(struct watch, entry));
	t->spin.watch = w;
	t->spin.entries = 0;
	if (t == rt.self)
		hooks_on(); /* it may go on without a switch */
}
