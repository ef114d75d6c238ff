/* SPDX-License-Identifier: MIT */
#include "native/rewinding/mark.h"
#include "native/rewinding/rewind.h"
#include "native/threads/fiber.h"
#include "native/threads/thread.h"

enum {
	STACK = 64 << 10
};

/* What the runtime knows of the running thread, beside its struct. */
struct running {
	struct thread *self;
	uint32_t *clock;
	uint64_t locks;
	uint32_t watching, passed;
	int64_t fuel, fuel_now, fuel_step;
	uint64_t ranged;
	uint64_t operand, announced, access_address, access_pc;
	uint8_t telling, tracing, others_choose;
};

static struct mark {
	size_t log;
	struct world world;
	struct running running;
	int why; /* 0: nobody has come back */
} mark[MARKS_MAX];

static struct running running(void)
{
	return (struct running){
		.self = rt.self,
		.clock = rt.clock,
		.locks = rt.locks,
		.watching = rt.watching,
		.passed = rt.passed,
		.fuel = rt.fuel,
		.fuel_now = rt.fuel_now,
		.fuel_step = rt.fuel_step,
		.ranged = rt.ranged,
		.operand = rt.operand,
		.announced = rt.announced,
		.access_address = rt.access_address,
		.access_pc = rt.access_pc,
		.telling = rt.telling,
		.tracing = rt.tracing,
		.others_choose = rt.others_choose,
	};
}

static void run_again(const struct running *r)
{
	rt.self = r->self;
	rt.clock = r->clock;
	rt.locks = r->locks;
	rt.watching = r->watching;
	rt.passed = r->passed;
	rt.fuel = r->fuel;
	rt.fuel_now = r->fuel_now;
	rt.fuel_step = r->fuel_step;
	rt.ranged = r->ranged;
	rt.operand = r->operand;
	rt.announced = r->announced;
	rt.access_address = r->access_address;
	rt.access_pc = r->access_pc;
	rt.telling = r->telling;
	rt.tracing = r->tracing;
	rt.others_choose = r->others_choose;
}

/* From here on what changes is saved.  The thread that took the mark runs on
 * without being resumed, and may have ended: its stack, too. */
static void watch_changes(void)
{
	struct channel *c = rt.channel;

	rewind_epoch();
	rewind_resume(rt.self);
	stamp_next();
	/* The newest piece of output may grow. */
	if (rt.world.chunks)
		undo_save(&c->chunk[rt.world.chunks - 1], sizeof c->chunk[0]);
	/* An execution that has written nothing left what the last one had. */
	c->chunks = rt.world.chunks;
	c->output_length = rt.world.output;
	c->schedule_length = rt.world.step;
}

/* Below what it took, which is not to be seen by a later life on this stack. */
static void note_depth(void)
{
	char *here = __builtin_frame_address(0);

	if (here < stack_lowest[rt.self->id])
		stack_lowest[rt.self->id] = here;
}

static void take(void *arg)
{
	struct mark *m = arg;

	note_depth();
	if (unlikely(rt.fenv))
		rt.self->fpu = fiber_fpu();
	undo.on = 1;
	m->log = undo_position();
	m->world = rt.world;
	m->running = running();
	m->why = 0;
	rt.kept++;
	rt.marks++;
	watch_changes();
}

int mark_take(void)
{
	struct mark *m = &mark[rt.marks];
	void *sp = rt.self->sp;

	if (rt.marks == MARKS_MAX || rt.world.silent)
		return MARK_NO_ROOM;
	thread_touch(rt.self);
	fiber_save(&rt.self->sp, take, m);
	/* It may have been saved before, above this: where it goes on. */
	if (m->why) {
		thread_touch(rt.self);
		rt.self->sp = sp;
	}
	return m->why;
}

/* On a stack that nobody else has, since those of the test go back. */
static void go_back(void *arg)
{
	struct mark *m = arg;

	rewind_back(m->log);
	rt.world = m->world;
	run_again(&m->running);
	watch_changes();
	if (unlikely(rt.fenv))
		fiber_load_fpu(rt.self->fpu);
	fiber_set_fs(rt.self->fs);
	rt.on = 1;
	fiber_jump(rt.self->sp);
}

void mark_back(int why)
{
	static char stack[STACK] __attribute__((aligned(64)));
	struct mark *m = &mark[rt.marks - 1];

	m->why = why;
	rt.on = 0;
	fiber_set_fs(rt.driver_fs);
	fiber_jump(fiber_make(stack + sizeof stack, go_back, m));
}

void mark_drop(void)
{
	rt.marks--;
	rt.kept--;
	if (!rt.kept)
		rewind_nothing_kept();
}
