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
#include "native/cut.h"
#include "native/rewinding/rewind.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/threads/fiber.h"
#include "native/threads/piece.h"
#include "native/races/filter.h"
#include "native/answer.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/model/buffer.h"
#include "native/model/overtaken.h"
#include "native/offers.h"
#include "native/outside/outside.h"
#include "native/threads/waited.h"
#include "native/left.h"
#include "native/posix/interrupted.h"
#include "native/spin.h"
#include "native/spin/counted.h"
#include "native/spin/idle.h"
#include "native/tell.h"
#include "native/study.h"
#include "native/threads/thread.h"
#include "native/trace.h"

enum {
	PASSED_MAX = 1 << 18 /* operations between two decisions */
};

static inline void new_key(void)
{
	rt.key = rt.stamp | (uint64_t)rt.world.self << KEY_THREAD_SHIFT |
		 rt.locks | (rt.watching & ~LIMITED ? KEY_WATCHED : 0);
	rt.key_whole = rt.key | KEY_MASK;
}

void stamp_next(void)
{
	rt.stamp++;
	new_key();
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

/* The answer for this point; `arrived` is the thread that is at it, or NULL. */
static inline struct choice choose(const struct pending *arrived)
{
	uint32_t step = rt.world.step;

	if (unlikely(rt.footprints))
		footprint_end();
	if (unlikely(rt.limited))
		waited_stop();
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
	return answer_of_all();
}

static inline uint32_t watching(const struct thread *t)
{
	if (likely(!((uintptr_t)t->spin.watch | (uintptr_t)t->spin.loops)))
		return rt.watching_always;
	return (t->spin.watch ? SPINNING : 0) | (t->spin.loops ? TURNING : 0) |
	       rt.watching_always;
}

void sched_watch(const struct thread *t)
{
	uint32_t now = watching(t);

	if (rt.watching == now)
		return;
	rt.watching = now;
	stamp_next();
}

/* What a decision costs when it is rare: limits and requests. */
static void watch_limits(void)
{
	if (rt.channel->stop_request)
		execution_abandon();
	undo_room(0);
}

static inline void record(struct choice c)
{
	uint32_t step = rt.world.step++;

	if (unlikely(rt.world.confirming) &&
		thread_of(c.thread)->spin.confirm != CONFIRM_RUNS)
		spin_progress();
	if (unlikely(step >= STEPS_MAX))
		execution_cut(CUT_steps, "%u steps", step);
	/* Field by field: a copy of what was just written in parts stalls. */
	rt.channel->schedule[step].thread = c.thread;
	rt.channel->schedule[step].stop = rt.channel->schedule[step].keep = 0;
	rt.channel->schedule[step].alternative = c.alternative;
	rt.channel->schedule_length = step + 1;
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
		self->fpu = fiber_fpu();
}

/* t runs from here on: first what the runtime knows of the running thread, then
 * what the machine has of it, the thread pointer last.  The same thread may
 * have run before: it is at another stamp, and watched or not. */
static inline void sched_in(struct thread *t)
{
	bool other = rt.self != t;

	/* From a checkpoint on, the driver ran in between. */
	rt.world.switches += rt.world.self != t->id;
	rt.self = t;
	rt.clock = t->clock;
	rt.channel->running = rt.world.self = t->id;
	rt.locks = (uint64_t)t->locks << KEY_LOCKS_SHIFT;
	rt.stamp++;
	rt.watching = watching(t);
	new_key();
	refuel(t);
	if (unlikely(rt.world.late))
		view_put_on(t);
	if (!other)
		return;
	if (unlikely(rt.fenv))
		fiber_load_fpu(t->fpu);
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

/* From a context that is saved, or gone.  What is nobody's is done right here,
 * and then there is the next decision. */
static void go_on(struct choice c)
{
	for (;;) {
		if (c.keep) {
			/* Whoever goes back may find the same thread. */
			sched_out(rt.self);
			rewind_keep();
		}
		left_note();
		record(c);
		if (likely(!rt.pending[c.thread].internal))
			break;
		internal_act(c);
		c = choose(0);
	}
	rt.world.last = c.thread;
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
	left_note();
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
	if (unlikely(rt.world.viewer))
		view_take_off();
	if (unlikely(rt.world.starting)) {
		if (unlikely(rt.limited))
			waited_stop();
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
	rt.world.last = c.thread;
	self->granted = c.alternative;
	if (unlikely(rt.pending[c.thread].spinning)) {
		spin_resume(self);
		sched_in(self);
	} else {
		refuel(self);
		if (unlikely(rt.world.late))
			view_put_on(self);
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

void sched_end_thread(void)
{
	if (rt.world.live == 0 && !rt.world.starting)
		execution_leave(OUTCOME_ENDED);
	if (rt.world.starting) {
		if (rt.limited)
			waited_stop();
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
	if (unlikely(++rt.passed > PASSED_MAX))
		execution_cut(CUT_accesses, "%d operations that are no points",
			PASSED_MAX);
	if (unlikely(rt.passed % 1024 == 0))
		watch_limits();
	if (!self->silent)
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
	if (p->offers == 1 && !p->spinning &&
		!(unlikely(rt.blind) && offers_only_time(p))) {
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

/* A decision point here, though not before its kind. */
static __attribute__((noinline)) bool stands_alone(
	const struct thread *self, enum op kind)
{
	return !self->held_by &&
	       ((kind == OP_thread_exit && rt.exits & EXITS_POINTS) ||
		       offers_apart(self, kind));
}

bool sched_lets_time_pass(void)
{
	return point_kind[OP_time_passes] == POINTS_OWN && !rt.filters &&
	       !rt.self->held_by;
}

/* The operation that p says would be waited at: time passes before it, which is
 * an operation of its own, and it is arrived at anew. */
static __attribute__((noinline, cold)) void time_before(
	struct thread *self, struct pending *p, void *frame)
{
	struct pending then = *p;

	if (self->spin.arriving)
		return;
	if (unlikely(rt.tracing))
		trace_take_back();
	if (spin_passes_time(then.pc)) {
		then.spinning = 0;
		*p = then;
		spin_arrive(then.pc, frame);
	} else {
		idle_waits(self);
	}
	if (unlikely(rt.tracing))
		trace_arrive(p->kind, p->object, p->size, p->pc);
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
	overtaken_look(kind, object, size);
	p->kind = (uint8_t)kind;
	p->object = object;
	p->size = size;
	p->pc = pc;
	p->offers = 1;
	p->offer = 0;
	point = likely(point_kind[kind] == POINTS_OWN && !self->held_by) ||
		(((kind == OP_thread_exit && rt.exits & EXITS_POINTS) ||
			 unlikely(condition_of[kind] != 0)) &&
			stands_alone(self, kind));
	if (unlikely(rt.watching & TURNING) && point)
		point = !counted_passes(self, kind);
	if (unlikely(rt.filters) && point) {
		how = filter_point(kind);
		point = how <= FILTER_POINT;
	}
	if (likely(point)) {
		if (unlikely(rt.footprints) && point_kind[kind] != POINTS_OWN)
			footprint_looked(object);
		if (!self->silent)
			spin_arrive(pc, __builtin_frame_address(0));
		if (unlikely(p->spinning))
			time_before(self, p, __builtin_frame_address(0));
		decide(self);
	} else if (!passes(self, p, pc)) {
		if (unlikely(rt.footprints)) {
			footprint_looked(object);
			offers_looked(self, kind);
		}
		decide(self);
	}
	if (unlikely(self->granted == SIGNAL_COMES)) {
		signal_comes(kind, pc);
		return sched_point(kind, object, size, pc);
	}
	if (unlikely(rt.filters))
		filter_made(pc, how);
	p->kind = OP_none; /* it is being executed: nothing pends */
	if (unlikely(rt.telling))
		tell_granted(self, kind, object, size);
	if (unlikely(outside_framework))
		outside_framework_acts(pc);
	if (unlikely(rt.watching & (SPINNING | TURNING)))
		spin_made(kind);
	return self->granted;
}
