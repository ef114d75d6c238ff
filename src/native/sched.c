/* SPDX-License-Identifier: MIT */
/* sched.c - decision points: who goes on
 *
 * Runs on the stack of the thread that arrived.  The same thread goes on
 * without a switch, another one is switched to directly; the driver is entered
 * only when the execution ends.
 *
 * New threads run to their first operation before anybody decides again: start,
 * create and exit are never decision points
 * (docs/design/002-decision-points.md).
 */
#include "native/rewinding/rewind.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/threads/fiber.h"
#include "native/threads/piece.h"
#include "native/races/filter.h"
#include "native/footprint.h"
#include "native/threads/waited.h"
#include "native/spin.h"
#include "native/study.h"
#include "native/threads/thread.h"
#include "native/trace.h"

offer_function offer_of[OP_COUNT];
const uint32_t offer_both[2] = {0, 1};

enum { /* of a struct thread, without and with footprints; in 16s */
	THREAD_SHORT = (offsetof(struct thread, spin.looks) + 15) & ~15ul,
	THREAD_WHOLE = offsetof(struct thread, rare),
};

void thread_save(struct thread *t)
{
	if (rt.kept) {
		undo_save(t, rt.footprints ? THREAD_WHOLE : THREAD_SHORT);
		undo_save(&rt.pending[t->id], sizeof rt.pending[0]);
	}
	t->epoch = rt.epoch;
}

void thread_save_rare(struct thread *t)
{
	if (rt.kept)
		undo_save(&t->rare, sizeof t->rare);
	t->rare.rare_epoch = rt.epoch;
}

enum {
	PASSED_MAX = 1 << 18 /* operations between two decisions */
};

static inline void new_key(void)
{
	rt.key = rt.stamp | (uint64_t)rt.world.self << KEY_THREAD_SHIFT |
		 rt.locks | (rt.watching & ~LIMITED ? 1ull << 63 : 0);
	rt.key_whole = rt.key | KEY_MASK;
}

void stamp_next(void)
{
	rt.stamp++;
	new_key();
}

static inline void offer(struct thread *t, struct pending *p)
{
	if (p->spinning)
		spin_offer(t, p);
	else if (offer_of[p->kind])
		offer_of[p->kind](t, p);
}

/* Recomputes what every live thread offers; returns how many offer something.
 * Leaving the process is possible only when nothing else is. */
static tid refresh(void)
{
	tid enabled = 0, leaving = 0;

	for (tid i = 0; i < rt.world.threads; i++) {
		struct pending *p = &rt.pending[i];

		if (!p->live)
			continue;
		if (unlikely(p->kind == OP_process_leave)) {
			p->offers = 0;
			leaving++;
			continue;
		}
		offer(thread_of(i), p);
		enabled += p->offers > 0;
	}
	if (enabled || !leaving)
		return enabled;
	for (tid i = 0; i < rt.world.threads; i++)
		if (rt.pending[i].live &&
			rt.pending[i].kind == OP_process_leave) {
			rt.pending[i].offers = 1;
			if (rt.study) /* it has ended: no choice */
				return 1;
		}
	return leaving;
}

static bool offers_choice(const struct pending *p, uint32_t alternative)
{
	if (!p->offer)
		return alternative < p->offers;
	for (uint32_t i = 0; i < p->offers; i++)
		if (p->offer[i] == alternative)
			return true;
	return false;
}

void sched_refresh(void)
{
	refresh();
}

bool sched_others(const struct thread *t)
{
	tid enabled = refresh();

	return enabled > (rt.pending[t->id].offers > 0);
}

/* Nothing can go on.  Returns when the clock, or a spinning thread that makes
 * its iteration once more, changed that. */
static tid nothing_enabled(void)
{
	footprint_last_resort();
	while (spin_clock()) {
		tid enabled = refresh();

		if (enabled) {
			caveat(CAVEAT_clock_waits, "thread T%u", rt.world.last);
			return enabled;
		}
	}
	switch (spin_dead_end()) {
	case DEAD_END_CONFIRM:
		return 1;
	case DEAD_END_UNFAIR:
		execution_leave(
			rt.world.pruned ? OUTCOME_PRUNED : OUTCOME_REDUNDANT);
	case DEAD_END_LIVELOCK:
		if (rt.world.pruned)
			execution_leave(OUTCOME_PRUNED);
		deadlock_found(true);
	default:
		if (rt.world.pruned)
			execution_leave(OUTCOME_PRUNED);
		if (rt.study && study_main_left()) {
			caveat(CAVEAT_main_left, "thread T%u", rt.world.last);
			execution_leave(OUTCOME_ENDED);
		}
		deadlock_found(false);
	}
}

/* Offered at this moment?  Says nothing of leaving the process, which depends
 * on all others. */
static inline bool offered_now(struct choice c)
{
	struct pending *p = &rt.pending[c.thread];

	if (c.thread >= rt.world.threads || !p->live ||
		p->kind == OP_process_leave)
		return false;
	offer(thread_of(c.thread), p);
	return offers_choice(p, c.alternative);
}

/* From the prefix where all must be looked at, or the search's. */
static __attribute__((noinline)) struct choice choose_of_all(void)
{
	uint32_t step = rt.world.step;
	struct choice c;
	struct view view;
	tid enabled = refresh();

	if (!enabled)
		enabled = nothing_enabled();
	if (step < rt.prefix_length) {
		c = rt.prefix[step];
		if (c.thread >= rt.world.threads ||
			!rt.pending[c.thread].live ||
			!offers_choice(&rt.pending[c.thread], c.alternative))
			diverged(&c);
		return c;
	}
	view = (struct view){.thread = rt.pending,
		.threads = rt.world.threads,
		.last = rt.world.last,
		.enabled = enabled,
		.step = step};
	rt.channel->changing = 1;
	c = unlikely(rt.study) ? study_choose(&view)
			       : search_choose(rt.search, &view);
	rt.channel->changing = 0;
	if (c.thread == TID_NONE)
		execution_stop(&c);
	return c;
}

/* Who waits now, by limited happens-before: also where a new thread goes on
 * without a decision. */
static __attribute__((noinline, cold)) void limited_stop(void)
{
	refresh();
	waited_point();
}

/* The answer for this point; `arrived` is the thread that is at it, or NULL. */
static inline struct choice choose(const struct pending *arrived)
{
	uint32_t step = rt.world.step;

	if (unlikely(rt.footprints))
		footprint_end();
	if (unlikely(rt.limited))
		limited_stop();
	if (step < rt.prefix_length) {
		struct choice c = rt.prefix[step];

		/* An operation that is always enabled goes on. */
		if (arrived == &rt.pending[c.thread] && !c.alternative &&
			!arrived->spinning && !offer_of[arrived->kind] &&
			arrived->kind != OP_process_leave)
			return c;
		if (likely(offered_now(c)))
			return c;
	}
	return choose_of_all();
}

/* What a decision costs when it is rare: limits and requests. */
static void watch_limits(void)
{
	if (rt.channel->stop_request)
		execution_abandon();
	undo_room(0);
}

static __attribute__((noinline, cold)) void tell_decision(
	const struct choice *c)
{
	if (rt.footprints)
		footprint_begin(c);
	if (rt.tracing)
		trace_decision(c);
}

static __attribute__((noinline, cold)) void tell_granted(
	const struct thread *self, enum op kind, uint64_t object, uint32_t size)
{
	if (rt.footprints)
		footprint_operation(kind, object, size);
	if (rt.limited)
		waited_operation(kind, object);
	if (rt.tracing)
		trace_granted(self->granted);
}

/* Before which instruction the thread of the step before stands, where another
 * one goes on though it could have; else anything. */
static uint64_t left_before[STEPS_MAX];

uint64_t sched_left_before(uint32_t step)
{
	const struct choice *made = rt.channel->schedule;

	return step && made[step].thread != made[step - 1].thread
		       ? left_before[step]
		       : 0;
}

/* Another thread may go on than the one of the step before: nothing to be done
 * where the running thread does and was that one. */
static inline void note_left(void)
{
	const struct pending *p = &rt.pending[rt.world.last];

	left_before[rt.world.step] = p->spinning ? 0 : p->pc;
}

static inline void record(struct choice c)
{
	uint32_t step = rt.world.step++;

	if (unlikely(rt.world.confirming) &&
		thread_of(c.thread)->spin.confirm != CONFIRM_RUNS)
		spin_progress();
	if (unlikely(step >= STEPS_MAX))
		execution_leave(OUTCOME_STOPPED);
	/* Field by field: a copy of what was just written in parts stalls. */
	rt.channel->schedule[step].thread = c.thread;
	rt.channel->schedule[step].stop = rt.channel->schedule[step].keep = 0;
	rt.channel->schedule[step].alternative = c.alternative;
	rt.channel->schedule_length = step + 1;
	rt.world.last = c.thread;
	if (unlikely(rt.telling))
		tell_decision(&c);
	if (unlikely((step & 63) == 63))
		watch_limits();
}

/* Hooks since the last decision are counted anew. */
static inline void refuel(const struct thread *t)
{
	rt.fuel = rt.fuel_step = t->spin.hooks_next;
	rt.fuel_now = 0;
	rt.ranged = 0;
	rt.passed = 0;
}

/* What a thread takes with it that is the machine's, not memory; self is NULL
 * where the driver ran.  With sched_in() the one place where a thread begins or
 * ceases to run: what else belongs to whoever runs is saved and set here. */
static inline void sched_out(struct thread *self)
{
	if (unlikely(rt.fenv) && self)
		fiber_save_fpu(&self->mxcsr, &self->fpucw);
}

/* t runs from here on: first what the runtime knows of the running thread, then
 * what the machine has of it, the thread pointer last.  The same thread may
 * have run before: it is at another stamp, and watched or not. */
static inline void sched_in(struct thread *t)
{
	bool other = rt.self != t;

	rt.world.switches += other;
	rt.self = t;
	rt.clock = t->clock;
	rt.world.self = t->id;
	rt.locks = (uint64_t)t->locks << KEY_LOCKS_SHIFT;
	rt.stamp++;
	rt.watching = (t->spin.watch ? SPINNING : 0) | rt.watching_always;
	new_key();
	refuel(t);
	if (!other)
		return;
	if (unlikely(rt.fenv))
		fiber_load_fpu(t->mxcsr, t->fpucw);
	fiber_set_fs(t->fs);
}

/* Grants c and continues with its thread; returns only if that is the one
 * whose context lies right here. */
static inline void go(struct choice c)
{
	struct thread *t = thread_of(c.thread);
	struct thread *self = rt.self;

	if (rt.kept)
		rewind_resume(t);
	thread_touch(t);
	t->granted = c.alternative;
	if (unlikely(rt.pending[c.thread].spinning))
		spin_resume(t);
	if (t != self)
		sched_out(self);
	sched_in(t);
	if (t != self)
		fiber_jump(t->sp);
}

/* From a context that is saved, or gone. */
static void go_on(struct choice c)
{
	if (c.keep)
		rewind_keep();
	note_left();
	record(c);
	go(c);
}

static void go_arg(void *arg)
{
	go_on(*(struct choice *)arg);
}

/* Threads that wait for nobody's decision: new ones, and by the rules of the
 * study the creator of one.  Nothing is recorded. */
static void start_arg(void *arg)
{
	struct thread *t = arg;

	rt.world.starting--;
	note_left();
	thread_touch(t);
	t->started = 1;
	go((struct choice){.thread = t->id});
}

static struct thread *next_starting(void)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (thread_of(i)->state == THREAD_LIVE &&
			!thread_of(i)->started)
			return thread_of(i);
	__builtin_trap();
}

static inline void note_depth(struct thread *self)
{
	char *here = __builtin_frame_address(0);

	if (here < stack_lowest[self->id])
		stack_lowest[self->id] = here;
}

static inline __attribute__((always_inline)) void decide(struct thread *self)
{
	struct choice c;

	note_depth(self);
	if (unlikely(rt.world.starting)) {
		if (unlikely(rt.limited))
			limited_stop();
		fiber_save(&self->sp, start_arg, next_starting());
		return;
	}
	c = choose(&rt.pending[self->id]);
	thread_touch(self);
	if (c.thread != self->id || (c.keep && rt.mode == MODE_CHECKPOINT)) {
		fiber_save(&self->sp, go_arg, &c);
		return;
	}
	/* The same thread goes on: all that it did is still its latest segment,
	 * so the stamp stays. */
	record(c);
	self->granted = c.alternative;
	if (unlikely(rt.pending[c.thread].spinning)) {
		spin_resume(self);
		sched_in(self);
	} else {
		refuel(self);
	}
}

void sched_start_now(struct thread *t)
{
	struct thread *self = rt.self;

	thread_touch(self);
	self->started = 0; /* it goes on when t is at its first operation */
	rt.world.starting++;
	fiber_save(&self->sp, start_arg, t);
}

void sched_continue(struct choice c)
{
	if (unlikely(rt.limited))
		waited_resume();
	c.keep = 0; /* it goes on from where it was kept */
	go_on(c);
}

void sched_start(struct thread *main)
{
	sched_in(main);
	fiber_jump(main->sp);
}

bool sched_can(const struct choice *c)
{
	struct pending *p;

	if (c->thread >= rt.world.threads)
		return false;
	p = &rt.pending[c->thread];
	if (!p->live)
		return false;
	if (!refresh())
		return false;
	return offers_choice(p, c->alternative);
}

void sched_end_thread(void)
{
	if (rt.world.live == 0 && !rt.world.starting)
		execution_leave(OUTCOME_ENDED);
	if (rt.world.starting) {
		if (rt.limited)
			limited_stop();
		start_arg(next_starting());
		__builtin_unreachable();
	}
	go_on(choose(0));
	__builtin_unreachable();
}

/* How many decision points stand before a kind of operation in this search, but
 * for thread exit: enum points_of_kind. */
static uint8_t point_kind[OP_COUNT];

void sched_points(uint32_t classes)
{
	for (int i = 0; i < OP_COUNT; i++) {
		unsigned class = op_info[i].class;

		point_kind[i] =
			class == CLASS_always || class == CLASS_data ||
			(class != CLASS_never && (classes >> class & 1));
	}
	if (rt.study)
		study_points(point_kind);
}

static __attribute__((noinline, cold)) void decide_times(
	struct thread *self, unsigned n)
{
	while (n--)
		decide(self);
}

/* Operations that are no points go by: has their thread come back to where it
 * was?  Then it gives way.  What never comes to an end is cut. */
static void arrive_passing(
	const struct thread *self, const struct pending *p, uint64_t pc)
{
	if (rt.study || self->held_by || op_info[p->kind].class == CLASS_never)
		return;
	if (unlikely(++rt.passed > PASSED_MAX)) {
		caveat(CAVEAT_hook_limit, "%d operations that are no points",
			PASSED_MAX);
		execution_leave(OUTCOME_STOPPED);
	}
	if (unlikely(rt.passed % 1024 == 0))
		watch_limits();
	spin_arrive(pc, __builtin_frame_address(0));
}

/* No decision here, or by the rules of the study it has been made.  False: but
 * it must wait or choose, or goes round a loop. */
static __attribute__((noinline)) bool passes(
	struct thread *self, struct pending *p, uint64_t pc)
{
	uint32_t class = 1u << op_info[p->kind].class;

	if (!(rt.classes & class))
		rt.channel->skipped |= class & CLASSES_SYNC;
	arrive_passing(self, p, pc);
	rt.operand = 0;
	if (unlikely(rt.study) && !self->held_by) {
		unsigned n = study_points_at(point_kind[p->kind], pc);

		decide_times(self, n);
		if (n)
			return true;
	}
	offer(self, p);
	if (p->offers == 1 && !p->spinning) {
		self->granted = p->offer ? p->offer[0] : 0;
		if (unlikely(rt.study))
			study_passed(p->kind);
		return true;
	}
	if (unlikely(self->held_by))
		piece_waits(pc);
	if (unlikely(rt.study)) {
		decide_times(self, 1);
		return true;
	}
	return false;
}

uint32_t sched_point(enum op kind, uint64_t object, uint32_t size, uint64_t pc)
{
	struct thread *self = rt.self;
	struct pending *p = &rt.pending[self->id];
	enum filter_how how = FILTER_NOT_ASKED;
	bool point;

	if (unlikely(rt.tracing))
		trace_arrive(kind, object, size, pc);
	thread_touch(self);
	p->kind = (uint8_t)kind;
	p->object = object;
	p->size = size;
	p->pc = pc;
	p->offers = 1;
	p->offer = 0;
	point = likely(point_kind[kind] == POINTS_OWN && !self->held_by) ||
		(kind == OP_thread_exit && rt.exits & EXITS_POINTS &&
			!self->held_by);
	if (unlikely(rt.filters) && point) {
		how = filter_point(kind);
		point = how <= FILTER_POINT;
	}
	if (likely(point)) {
		if (unlikely(rt.footprints) && point_kind[kind] != POINTS_OWN)
			footprint_looked(object);
		spin_arrive(pc, __builtin_frame_address(0));
		decide(self);
	} else if (!passes(self, p, pc)) {
		if (unlikely(rt.footprints))
			footprint_looked(object);
		decide(self);
	}
	if (unlikely(rt.filters))
		filter_made(pc, how);
	p->kind = OP_none; /* it is being executed: nothing pends */
	if (unlikely(rt.telling))
		tell_granted(self, kind, object, size);
	spin_leave_nothing();
	return self->granted;
}

void execution_leave(enum outcome_kind kind)
{
	if (rt.footprints && kind == OUTCOME_FAILED)
		footprint_fail();
	else if (rt.footprints)
		footprint_end();
	if (kind == OUTCOME_FAILED || kind == OUTCOME_DEADLOCKED ||
		kind == OUTCOME_LIVELOCKED)
		races_failed();
	if (rt.world.pruned && kind == OUTCOME_ENDED)
		kind = OUTCOME_PRUNED;
	rt.outcome.kind = kind;
	rt.outcome.thread = rt.pending;
	rt.outcome.threads = rt.world.threads;
	rt.outcome.steps = rt.world.step;
	rt.outcome.threads_max = rt.world.seen;
	rt.on = 0;
	if (rt.fenv)
		fiber_load_fpu(0x1f80, 0x37f);
	fiber_set_fs(rt.driver_fs);
	fiber_jump(rt.driver_sp);
}

void execution_abandon(void)
{
	rt.abandoned = 1;
	rt.outcome.hash = 0;
	execution_leave(OUTCOME_STOPPED);
}
