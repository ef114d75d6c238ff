/* SPDX-License-Identifier: MIT */
/* spin.c - watching one iteration of a loop
 *
 * A cheap filter looks for a thread that meets the same operation again without
 * having had an effect; only then is an iteration watched: its registers,
 * stack and thread-local storage are copied, and every access is noted with the
 * value it met.  When the thread is back, all of it is compared.
 *
 * Cost     a multiplication and a compare where an operation is met for the
 * first time; a watch costs some microseconds, and the next one waits twice as
 *          long after each one in vain.
 */
#include "native/spin.h"
#include "native/sched.h"
#include "native/shadow.h"
#include "native/thread.h"

#include <string.h>
#include <unwind.h>

enum {
	ENTRIES = 256, /* accesses of one iteration */
	STACK_COPY = 1 << 16,
	ARRIVALS = 64,		/* operations of one iteration */
	LOOP_UNDONE = 12,	/* arrivals before a loop is watched that */
	LOOP_WITH_EFFECT = 128, /* undoes its effects; that does not seem to */
	LASTING = 61,		/* misses; no divisor of a short loop */
	HOOKS_FIRST = FUEL_FIRST, /* accesses without an operation */
	JUMPS = 23,		  /* of the clock: 2^0 .. 2^21 ms, then 1 h */
	JUMPS_AROUND = 200,	  /* where loops keep the time, or count */
};

/* What a watch is anchored at: an operation, or the hook of a plain access
 * (just begun, or left behind once). */
enum {
	ANCHOR_OPERATION,
	ANCHOR_PLAIN,
	ANCHOR_SET
};

/* At a dead end: the iteration made once more, and what came of it. */
enum {
	CONFIRM_NO,
	CONFIRM_RUNS,
	CONFIRM_ALONE,
	CONFIRM_OTHERS
};

struct entry {
	uint64_t address;
	uint64_t value;	   /* met: before a write, or as read */
	uint32_t switches; /* world.switches then */
	uint8_t size;
	uint8_t write;
	uint8_t own; /* written on the own stack, which is compared as a whole
		      */
};

struct place {
	uint64_t sp;
	uint64_t reg[6]; /* rbx, rbp, r12 .. r15 */
};

struct watch {
	uint64_t pc, frame;
	uint64_t object, operand; /* of the operation at the anchor */
	struct place place;
	uint32_t entries; /* rewound through struct spin */
	uint32_t stack_bytes;
	char *stack;
	struct entry entry[ENTRIES];
};

/* --- where the thread is
 * ------------------------------------------------------ */

struct seek {
	struct place *place;
	uint64_t pc;
	bool found;
};

static _Unwind_Reason_Code seek(struct _Unwind_Context *context, void *arg)
{
	static const int number[6] = {3, 6, 12, 13, 14, 15};
	struct seek *s = arg;

	if ((uint64_t)_Unwind_GetIP(context) != s->pc)
		return _URC_NO_REASON;
	s->place->sp = (uint64_t)_Unwind_GetCFA(context);
	for (int i = 0; i < 6; i++)
		s->place->reg[i] = (uint64_t)_Unwind_GetGR(context, number[i]);
	s->found = true;
	return _URC_END_OF_STACK;
}

static bool place_now(struct place *place, uint64_t pc)
{
	struct seek s = {.place = place, .pc = pc};
	uint64_t on = rt.on;

	rt.on = 0; /* the unwinder's memset is not the test's */
	_Unwind_Backtrace(seek, &s);
	rt.on = on;
	return s.found;
}

/* --- one watch
 * ----------------------------------------------------------------- */

static bool watch_begin(struct thread *t, uint64_t pc, uint64_t frame,
	uint64_t object, unsigned row)
{
	struct watch *w;
	struct place place;

	if (!place_now(&place, pc) || t->fs - place.sp > STACK_COPY)
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
	rt.watching = 1;
	stamp_next(); /* no hook may pass the filter unseen */
	return true;
}

static void watch_drop(struct thread *t)
{
	thread_touch(t);
	t->spin.confirm = 0;
	t->spin.watch = 0;
	if (t == rt.self && rt.watching) {
		rt.watching = 0;
		stamp_next();
	}
}

/* In vain: the next watch of this loop comes after twice as many turns. */
static void watch_end(struct thread *t)
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
	if (t->spin.entries == ENTRIES) {
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

/* It changed something for a while, and others may have seen that. */
static bool disturbed(const struct thread *t)
{
	return t->spin.changed && t->spin.switches != rt.world.switches;
}

/* Back at the anchor: was it a zero-effect iteration?  What is compared up to
 * the control block covers locals that no hook announces, and what libraries
 * keep in thread-local storage; of the test's own thread-local variables, what
 * the iteration reads is noted anyway. */
static bool watch_done(struct thread *t, uint64_t pc, uint64_t object)
{
	struct watch *w = t->spin.watch;
	struct place now;

	if (w->object != object || (!t->spin.plain && w->operand != rt.operand))
		return false;

	if (disturbed(t))
		return false;
	return nothing_changed(t, w) && place_now(&now, pc) &&
	       memcmp(&now, &w->place, sizeof now) == 0 &&
	       memcmp(w->stack, (void *)now.sp, w->stack_bytes) == 0;
}

/* --- what other files call
 * ------------------------------------------------------- */

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

/* --- dead ends
 * ------------------------------------------------------------------- */

/* The iteration is made again from the same anchor.  What was noted of the last
 * one stays as it is: the execution may go back to where it is awaited on. */
static void watch_again(struct thread *t)
{
	struct watch *w = (struct watch *)(void *)arena_words(sizeof *w / 4, 0);

	memcpy(w, t->spin.watch, offsetof(struct watch, entry));
	t->spin.watch = w;
	t->spin.entries = 0;
}

/* Nothing is enabled, and t spins: it makes its iteration once more, to see
 * whether somebody else can go on in the middle of it.  False: it has. */
static bool confirm(struct thread *t)
{
	struct pending *p = &rt.pending[t->id];

	if (!p->live || !p->spinning || t->spin.confirm >= CONFIRM_ALONE)
		return false;
	thread_touch(t);
	watch_again(t);
	p->spinning = 0;
	p->offers = 1;
	p->offer = 0;
	if (offer_of[p->kind])
		offer_of[p->kind](t, p);
	if (!p->offers) {
		p->spinning = 1;
		t->spin.confirm = CONFIRM_ALONE; /* blocked all the same */
		return false;
	}
	t->spin.confirm = CONFIRM_RUNS;
	t->spin.row = SPIN_LOOPS;
	t->spin.arrivals = 0;
	t->spin.changed = 0;
	t->spin.others = 0;
	t->spin.switches = rt.world.switches + (rt.self != t);
	if (t->spin.plain)
		t->spin.plain = ANCHOR_SET;
	rt.world.confirming = 1;
	return true;
}

/* What came of the last jump, for t: */
enum came {
	CAME_NOTHING, /* it is where it was, with the same state */
	CAME_AROUND,  /* no operation that is none of its loop's */
	CAME_ON
};

static enum came came_of_jump(const struct thread *t, const struct watch *now)
{
	const struct watch *then = t->spin.jumped;

	if (!now)
		return t->spin.effects == t->spin.jumped_effects ? CAME_NOTHING
								 : CAME_ON;
	if (!then || t->spin.since & ~t->spin.turn)
		return CAME_ON;
	return then->pc == now->pc &&
			       !memcmp(&then->place, &now->place,
				       sizeof now->place) &&
			       !memcmp(then->stack, now->stack,
				       now->stack_bytes)
		       ? CAME_NOTHING
		       : CAME_AROUND;
}

bool spin_clock(void)
{
	uint64_t ms =
		rt.world.jumps < JUMPS - 1 ? 1ull << rt.world.jumps : 3600000;
	enum came most = CAME_NOTHING;
	bool spinning = false;

	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);
		struct watch *now = 0;
		enum came came;

		if (!rt.pending[i].live)
			continue;
		if (rt.pending[i].spinning)
			now = t->spin.watch;
		came = came_of_jump(t, now);
		most = came > most ? came : most;
		spinning |= now != 0;
		thread_touch(t);
		t->spin.jumped = now;
		t->spin.jumped_effects = t->spin.effects;
		t->spin.since = 0;
	}
	if (most > CAME_NOTHING)
		rt.world.still = 0;
	if (most > CAME_AROUND)
		rt.world.around = 0;
	if (!spinning || rt.world.still == JUMPS ||
		rt.world.around == JUMPS_AROUND)
		return false;
	rt.world.still++;
	rt.world.around++;
	rt.world.jumps++;
	rt.world.clock_ns += ms * 1000000;
	return true;
}

enum dead_end spin_dead_end(void)
{
	bool spinning = false, others = false;

	for (tid i = 0; i < rt.world.threads; i++)
		if (confirm(thread_of(i)))
			return DEAD_END_CONFIRM;
	for (tid i = 0; i < rt.world.threads; i++)
		if (rt.pending[i].live && rt.pending[i].spinning) {
			spinning = true;
			others |= thread_of(i)->spin.confirm == CONFIRM_OTHERS;
		}
	return others	  ? DEAD_END_UNFAIR
	       : spinning ? DEAD_END_LIVELOCK
			  : DEAD_END_DEADLOCK;
}

void spin_progress(void)
{
	rt.world.confirming = 0;
	for (tid i = 0; i < rt.world.threads; i++)
		if (thread_of(i)->spin.confirm) {
			thread_touch(thread_of(i));
			thread_of(i)->spin.confirm = 0;
		}
}

void spin_resume(struct thread *t)
{
	rt.pending[t->id].spinning = 0;
	t->spin.watch = 0;
	memset(t->spin.met, 0, sizeof t->spin.met);
	memset(t->spin.loop, 0, sizeof t->spin.loop);
	t->spin.lasting = 0;
	t->spin.patience = 0;
	t->spin.hooks_next = HOOKS_FIRST;
	caveat(CAVEAT_fairness, "thread T%u", t->id);
}

/* The hook at pc would only be met again: wait there. */
void spin_await(uint64_t pc)
{
	struct thread *t = rt.self;
	struct watch *w = t->spin.watch;

	rt.watching = 0;
	t->spin.arriving = 1;
	sched_point(OP_await, t->spin.entries ? w->entry[0].address : 0,
		t->spin.entries ? w->entry[0].size : 0, pc);
}

/* --- the filter
 * ------------------------------------------------------------------- */

/* Out of line, so that the common path saves no registers. */
#define SLOW __attribute__((noinline, cold))

enum seen {
	SEEN_NOT,
	SEEN_EFFECT, /* the thread has changed something since */
	SEEN_UNDONE, /* and changed it back, as it seems */
	SEEN_IDLE
};

static inline enum seen since(uint32_t then, uint32_t now)
{
	return then == now	       ? SEEN_IDLE
	       : (then ^ now) & 0xff00 ? SEEN_EFFECT
				       : SEEN_UNDONE;
}

/* Has the thread met this operation before?  Two tell-tales a set; one of every
 * LASTING strangers stays longer, so that no loop evades for ever. */
static enum seen seen(struct spin *s, uint32_t key)
{
	uint32_t *met = s->met[key >> 29];
	uint32_t want = key << 16 | (((s->sum ^ s->toggles) >> 16) & 0xff00) |
			(s->effects & 0xff);
	uint32_t a = met[0], b = met[1];

	met[0] = want;
	if ((a ^ want) < 65536)
		return since(a, want);
	met[1] = a;
	if ((b ^ want) < 65536)
		return since(b, want);
	a = s->lasting;
	if (unlikely((a ^ want) < 65536)) {
		s->lasting = want;
		return since(a, want);
	}
	if (unlikely(s->misses++ == LASTING)) {
		s->misses = 0;
		s->lasting = want;
	}
	return SEEN_NOT;
}

static void confirmed(struct thread *t)
{
	if (t->spin.confirm == CONFIRM_RUNS)
		t->spin.confirm =
			t->spin.others ? CONFIRM_OTHERS : CONFIRM_ALONE;
}

/* Another operation of the iteration being watched.  True: the thread spins, or
 * is watched further. */
static bool arrive_watching(struct thread *t, uint64_t pc, uint64_t frame)
{
	struct watch *w = t->spin.watch;
	uint64_t object = rt.pending[t->id].object;

	if (pc != w->pc || frame != w->frame || t->spin.plain) {
		if (++t->spin.arrivals > ARRIVALS)
			watch_end(t);
	} else if (watch_done(t, pc, object)) {
		rt.pending[t->id].spinning = 1;
		rt.watching = 0;
		confirmed(t);
	} else if (disturbed(t) && t->spin.row < SPIN_LOOPS) {
		/* Once more, without delay: others ran, that is all. */
		watch_drop(t);
		watch_begin(t, pc, frame, object, t->spin.row);
	} else {
		watch_end(t);
	}
	return t->spin.watch;
}

/* An operation that was met before: is it time to watch this loop? */
static void arrive_again(struct thread *t, uint64_t pc, uint64_t frame,
	uint32_t key, enum seen how)
{
	struct spin *s = &t->spin;
	unsigned row = key % SPIN_LOOPS;
	unsigned arrivals = ++s->loop[row].arrivals;

	if (unlikely(arrivals == UINT16_MAX)) {
		s->loop[row].arrivals /= 2;
		s->loop[row].next /= 2;
	}
	if (!s->patience)
		s->patience = LOOP_UNDONE;
	if (arrivals < (how == SEEN_IDLE	    ? s->loop[row].next
			       : how == SEEN_UNDONE ? s->patience
			       : s->patience > LOOP_WITH_EFFECT
				       ? s->patience
				       : (unsigned)LOOP_WITH_EFFECT))
		return;
	s->plain = 0;
	s->with_effect = how != SEEN_IDLE;
	if (!watch_begin(t, pc, frame, rt.pending[t->id].object, row)) {
		s->row = (uint8_t)row;
		watch_end(t);
	}
}

/* Only where the clock has jumped. */
static void note_path(struct spin *s, uint32_t key)
{
	uint64_t bits = 1ull << (key & 63) | 1ull << (key >> 6 & 63);

	s->since |= bits;
	if (s->watch)
		s->turn |= bits;
}

static SLOW void arrive_seen(struct thread *t, uint64_t pc, uint64_t frame,
	uint32_t key, enum seen how)
{
	if (!(t->spin.watch && arrive_watching(t, pc, frame)) &&
		how != SEEN_NOT)
		arrive_again(t, pc, frame, key, how);
	rt.operand = 0;
}

/* At an await, at a dead end, or after the clock has jumped. */
static SLOW void arrive_rare(
	struct thread *t, uint64_t pc, uint64_t frame, uint32_t key)
{
	if (t->spin.arriving) {
		t->spin.arriving = 0;
		rt.pending[t->id].spinning = 1;
		confirmed(t);
		rt.operand = 0;
		return;
	}
	if (t->spin.confirm == CONFIRM_RUNS)
		t->spin.others |= sched_others(t);
	if (rt.world.jumps)
		note_path(&t->spin, key);
	arrive_seen(t, pc, frame, key, seen(&t->spin, key));
}

void spin_arrive(uint64_t pc, void *at)
{
	struct thread *t = rt.self;
	uint64_t frame = (uint64_t)at;
	uint64_t mix = (pc ^ frame << 24 ^ rt.pending[t->id].object << 3) *
		       0x9e3779b97f4a7c15u;
	uint32_t key = (uint32_t)(mix >> 32);
	enum seen how;

	if (unlikely(t->spin.arriving | t->spin.confirm | rt.world.jumps)) {
		arrive_rare(t, pc, frame, key);
		return;
	}
	how = seen(&t->spin, key);
	if (unlikely(how != SEEN_NOT || t->spin.watch)) {
		arrive_seen(t, pc, frame, key, how);
		return;
	}
	rt.operand = 0; /* the next operation may have none */
}

/* Hooks without a decision: the first look after 32, the next ones after twice
 * as many as the thread needed for the last, until the limit cuts the
 * execution. */
void spin_fuel(uint64_t address, size_t size, uint64_t pc)
{
	struct thread *t = rt.self;

	rt.fuel_now += rt.fuel_step;
	if ((uint64_t)rt.fuel_now > rt.hook_limit) {
		caveat(CAVEAT_hook_limit, "%llu accesses",
			(unsigned long long)rt.hook_limit);
		execution_leave(OUTCOME_STOPPED);
	}
	if (rt.channel->stop_request)
		execution_leave(OUTCOME_STOPPED);
	undo_room(0);
	thread_touch(t);
	t->spin.hooks_next = rt.fuel_step = 2 * rt.fuel_step;
	rt.fuel = rt.fuel_step;
	if (t->in_libc)
		return;
	if (t->spin.watch)
		watch_end(t);
	if (watch_begin(t, pc, 0, address, SPIN_LOOPS))
		t->spin.plain = ANCHOR_SET;
}
