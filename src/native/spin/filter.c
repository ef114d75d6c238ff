/* SPDX-License-Identifier: MIT */
/* filter.c - which iteration is worth watching
 *
 * A cheap filter looks for a thread that meets the same operation again without
 * having had an effect; only then is an iteration watched.
 *
 * Cost     a multiplication and a compare where an operation is met for the
 *          first time; the next watch of a loop waits twice as long after each
 *          one in vain.
 */
#include "native/coarse.h"
#include "native/cut.h"
#include "native/offers.h"
#include "native/posix/clock.h"
#include "native/posix/clock_again.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/spin/await.h"
#include "native/spin/idle.h"
#include "native/spin/watch.h"
#include "native/threads/thread.h"

#include <string.h>

enum {
	ARRIVALS = 64,		/* operations of one iteration */
	LOOP_UNDONE = 12,	/* arrivals before a loop is watched that */
	LOOP_WITH_EFFECT = 128, /* undoes its effects; that does not seem to */
	LASTING = 61,		/* misses; no divisor of a short loop */
	HOOKS_FIRST = FUEL_FIRST, /* accesses without an operation */
	MOVES = 100, /* of anchors, in one execution; a dead end needs one */
};

/* Out of line, so that the common path saves no registers. */
#define SLOW __attribute__((noinline, cold))

/* What struct spin.arriving says: an await, or time that is let pass. */
enum arriving {
	ARRIVING_SPINNING = 1,
	ARRIVING_TIME
};

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

/* What is tried, and on which object: a call may try several things. */
static inline uint64_t tried(const struct pending *p)
{
	return p->object ^ (uint64_t)p->kind << 48;
}

static void confirmed(struct thread *t)
{
	if (t->spin.confirm == CONFIRM_RUNS)
		t->spin.confirm =
			t->spin.others ? CONFIRM_OTHERS : CONFIRM_ALONE;
}

static inline uint16_t short_key(uint32_t key)
{
	uint16_t k = (uint16_t)(key ^ key >> 16);

	return k ? k : 1;
}

/* The counter of an operation: which one depends on addresses, whether it
 * shares it does not, as long as there are enough. */
static unsigned row_of(const struct spin *s, uint32_t key)
{
	uint16_t k = short_key(key);

	for (unsigned i = 0; i < SPIN_LOOPS; i++) {
		unsigned row = (k + i) % SPIN_LOOPS;

		if (s->loop[row].key == k || !s->loop[row].key)
			return row;
	}
	return k % SPIN_LOOPS;
}

/* Has the iteration being watched a loop inside that only looks?  It changed
 * something before the thread came to this operation, and nothing since.  That
 * loop is watched first, when its turn has come (watch_end). */
static bool turns_inside(const struct spin *s, uint32_t key, enum seen how)
{
	unsigned row = row_of(s, key);

	return how == SEEN_IDLE && s->effects != s->began && !s->confirm &&
	       s->loop[row].arrivals + 1 >= s->loop[row].next;
}

/* A turn has come to the same operation with another state of its own: for who
 * asks why there are so many executions. */
static void note_counting(uint64_t pc)
{
	struct channel_loop *l = rt.channel->counting;

	for (unsigned i = 0; i < LOOPS_MAX; i++)
		if (l[i].pc == pc || !l[i].pc) {
			l[i].pc = pc;
			l[i].seen++;
			return;
		}
}

/* Another operation of the iteration being watched, perhaps by the instruction
 * that it began with: a function that each turn calls twice.  True: the thread
 * spins, or is watched further. */
static bool arrive_watching(struct thread *t, uint64_t pc, uint64_t frame,
	uint32_t key, enum seen how)
{
	struct watch *w = t->spin.watch;
	uint64_t object = tried(&rt.pending[t->id]);

	watch_stop(t);
	if (pc == w->pc && frame == w->frame && !t->spin.plain &&
		!t->spin.second && t->spin.row < SPIN_LOOPS &&
		object == w->object && !watch_back(t, pc, object)) {
		/* What its stack held when the watch began was left by turns
		 * that nobody watched: spin_scrub(). */
		watch_drop(t);
		watch_begin(t, pc, frame, object, t->spin.row);
		t->spin.second = 1;
	} else if (pc != w->pc || frame != w->frame || t->spin.plain ||
		   !watch_back(t, pc, object)) {
		if (pc == w->pc && frame == w->frame && object == w->object &&
			!t->spin.plain && watch_own_alone(t))
			note_counting(pc);
		if (++t->spin.arrivals > ARRIVALS)
			watch_end(t);
		else if (turns_inside(&t->spin, key, how))
			watch_drop(t);
	} else if (watch_done(t)) {
		rt.pending[t->id].spinning = 1;
		confirmed(t);
	} else if (watch_disturbed(t) && t->spin.row < SPIN_LOOPS) {
		/* Once more, without delay: others interfered, that is all. */
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
	unsigned row = row_of(s, key);
	unsigned arrivals = ++s->loop[row].arrivals;

	if (!s->loop[row].key)
		s->loop[row].key = short_key(key);
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
	if (!watch_begin(t, pc, frame, tried(&rt.pending[t->id]), row)) {
		s->row = (uint8_t)row;
		watch_end(t);
	}
}

/* Only where the clock has jumped. */
static void note_path(struct spin *s, uint32_t key)
{
	uint64_t bits = 1ull << (key & 63) | 1ull << (key >> 6 & 63);

	s->since |= bits;
	if (s->watch || s->loops)
		s->turn |= bits;
}

static SLOW void arrive_seen(struct thread *t, uint64_t pc, uint64_t frame,
	uint32_t key, enum seen how)
{
	if (t->spin.watch && t->spin.plain == ANCHOR_TURN)
		; /* at a dead end: its loop will tell */
	else if (!(t->spin.watch && arrive_watching(t, pc, frame, key, how)) &&
		 how != SEEN_NOT)
		arrive_again(t, pc, frame, key, how);
	rt.operand = 0;
}

/* Its turns are the same begun here, where others can make theirs: the dead end
 * is looked at again when it is back here. */
static void move_anchor(struct thread *t, uint64_t pc, uint64_t frame)
{
	if (rt.world.moved++ == MOVES)
		execution_cut(CUT_steps, "%u steps", rt.world.step);
	spin_progress();
	watch_drop(t);
	watch_begin(t, pc, frame, tried(&rt.pending[t->id]), SPIN_LOOPS);
	rt.operand = 0;
}

/* At an await, at a dead end, or after the clock has jumped. */
static SLOW void arrive_rare(
	struct thread *t, uint64_t pc, uint64_t frame, uint32_t key)
{
	if (t->spin.arriving == ARRIVING_TIME) {
		t->spin.arriving = 0;
		rt.operand = 0;
		return;
	}
	if (t->spin.arriving) {
		t->spin.arriving = 0;
		rt.pending[t->id].spinning = 1;
		confirmed(t);
		rt.operand = 0;
		return;
	}
	if (t->spin.confirm == CONFIRM_RUNS) {
		if (!t->spin.plain && spin_is_in_the_way(t)) {
			move_anchor(t, pc, frame);
			return;
		}
		if (offers_others(t))
			t->spin.others |= OTHERS_CAN;
		if (!(t->spin.others & OTHERS_CAN) && spin_tries_others(t))
			return;
	}
	if (rt.world.jumps)
		note_path(&t->spin, key);
	arrive_seen(t, pc, frame, key, seen(&t->spin, key));
}

static inline void arrive(struct thread *t, uint64_t pc, uint64_t frame)
{
	uint64_t mix = (pc ^ frame << 24 ^ tried(&rt.pending[t->id]) << 3) *
		       0x9e3779b97f4a7c15u;
	uint32_t key = (uint32_t)(mix >> 32);
	enum seen how;

	if (unlikely(t->spin.dirty))
		turn_stop(t);
	if (unlikely(t->spin.loops != 0) &&
		idle_arrive(t, pc, frame, t->spin.arriving != ARRIVING_TIME)) {
		rt.pending[t->id].spinning = 1;
		confirmed(t);
		rt.operand = rt.announced = 0;
		return;
	}
	if (unlikely(t->spin.arriving | t->spin.confirm | rt.world.jumps)) {
		arrive_rare(t, pc, frame, key);
		rt.announced = 0;
		return;
	}
	how = seen(&t->spin, key);
	if (unlikely(how != SEEN_NOT || t->spin.watch)) {
		arrive_seen(t, pc, frame, key, how);
		rt.announced = 0;
		return;
	}
	rt.operand = rt.announced = 0; /* the next one may have none */
}

void spin_arrive(uint64_t pc, void *at)
{
	arrive(rt.self, pc, (uint64_t)at);
	if (unlikely(rt.awaits))
		await_arrive();
}

/* Hooks without a decision: the first look after 32, the next ones after twice
 * as many as the thread needed for the last, until the limit cuts the
 * execution. */
void spin_fuel(uint64_t address, size_t size, uint64_t pc)
{
	struct thread *t = rt.self;

	await_long();
	rt.fuel_now += rt.fuel_step;
	if ((uint64_t)rt.fuel_now > rt.hook_limit)
		execution_cut(CUT_accesses, "%llu accesses",
			(unsigned long long)rt.hook_limit);
	if (rt.channel->stop_request)
		execution_abandon();
	undo_room(0);
	thread_touch(t);
	t->spin.hooks_next = rt.fuel_step = 2 * rt.fuel_step;
	rt.fuel = rt.fuel_step;
	if (t->held_by || t->silent || rt.study)
		return;
	if (t->spin.watch)
		watch_end(t);
	if (watch_begin(t, pc, 0, address, SPIN_LOOPS))
		t->spin.plain = ANCHOR_SET;
}

/* Did the iteration that it waits after look at the clock? */
static bool looked_at_clock(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; w && i < t->spin.entries; i++)
		if (w->entry[i].address == (uint64_t)&rt.world.clock_ns)
			return true;
	return false;
}

/* It is at an anchor no more, and has met nothing yet. */
static void forget_turns(struct thread *t)
{
	rt.pending[t->id].spinning = 0;
	t->spin.watch = 0;
	t->spin.stopped = t->spin.let_go = 0;
	memset(t->spin.met, 0, sizeof t->spin.met);
	memset(t->spin.loop, 0, sizeof t->spin.loop);
	t->spin.lasting = 0;
	t->spin.patience = 0;
	t->spin.hooks_next = HOOKS_FIRST;
}

void spin_resume(struct thread *t)
{
	/* whatever it comes to when the time is up was not tried here */
	if (looked_at_clock(t))
		caveat(CAVEAT_clock_waits, "thread T%u", t->id);
	else if (t->spin.watch && t->spin.watch->slept != t->spin.slept)
		coarse_clock(CLOCK_WAITED);
	if (unlikely(rt.footprints))
		watch_read(t);
	forget_turns(t);
	caveat(CAVEAT_fairness, "thread T%u", t->id);
}

bool spin_looked_at_clock(const struct thread *t)
{
	return (t->spin.watch && t->spin.watch->timed) || looked_at_clock(t);
}

void spin_begin_anew(struct thread *t)
{
	if (rt.pending[t->id].spinning)
		return;
	thread_touch(t);
	forget_turns(t);
	if (t == rt.self)
		sched_watch(t);
}

/* And at what others may change? */
static bool looked_elsewhere(const struct thread *t)
{
	const struct watch *w = t->spin.watch;

	for (uint32_t i = 0; i < t->spin.entries; i++)
		if (w->entry[i].address != (uint64_t)&rt.world.clock_ns &&
			!thread_owns(t, w->entry[i].address))
			return true;
	return false;
}

bool spin_passes_time(uint64_t pc)
{
	struct thread *t = rt.self;
	const struct watch *w = t->spin.watch;
	uint64_t ns;

	if (rt.trial || t->spin.confirm || !sched_lets_time_pass() ||
		!(looked_at_clock(t) || (w && w->timed)))
		return false;
	ns = clock_turn(w->pc, w->frame, looked_elsewhere(t));
	if (!ns)
		return false;
	forget_turns(t);
	sched_watch(t);
	t->spin.arriving = ARRIVING_TIME;
	clock_let_pass(ns, pc);
	return true;
}

/* The hook at pc would only be met again: wait there. */
void spin_await(uint64_t pc)
{
	struct thread *t = rt.self;
	struct watch *w = t->spin.watch;

	if (spin_passes_time(pc))
		return;
	t->spin.arriving = ARRIVING_SPINNING;
	sched_point(OP_await, t->spin.entries ? w->entry[0].address : 0,
		t->spin.entries ? w->entry[0].size : 0, pc);
}

void spin_turned(uint64_t pc)
{
	struct thread *t = rt.self;

	if (spin_passes_time(pc))
		return;
	t->spin.arriving = ARRIVING_SPINNING;
	t->spin.stopped = !looked_at_clock(t);
	rt.world.stopped |= t->spin.stopped;
	caveat(CAVEAT_fairness, "thread T%u", t->id);
	sched_point(t->spin.stopped ? OP_turn : OP_await, 0, 0, pc);
	t->spin.stopped = 0;
}
