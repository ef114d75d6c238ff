/* SPDX-License-Identifier: MIT */
/* thread.c - numbers, starts and ends of the test's threads */
#include "native/threads/thread.h"
#include "native/offers.h"
#include "native/sched.h"
#include "native/threads/fiber.h"
#include "native/footprint.h"
#include "native/tick.h"
#include "native/posix/ident.h"
#include "native/posix/interrupted.h"
#include "native/threads/frames.h"
#include "native/threads/number.h"
#include "native/posix/thread_api.h"
#include "native/races/shadow.h"

#include <string.h>

#define HANDLE_TAG (0x5cull << 56)

void threads_prepare(void)
{
	for (uint32_t i = 0; i < rt.channel->thread_names; i++)
		if (rt.channel->thread_name[i].kind == NAME_thread)
			tcb_prepare((tid)i, rt.stack_size);
}

/* A life's clock row; rows lie in one array (start.c). */
uint32_t *clock_rows;

/* As the kernel has it: the mask of signals, PR_SET_NO_NEW_PRIVS, and a name
 * that is its creator's for good. */
static void inherit(const struct thread *t, struct thread_rare *given)
{
	const struct thread *creator;

	if (t->creator == TID_NONE)
		return;
	creator = thread_of(t->creator);
	signal_inherit(t, creator);
	no_new_privs_inherit(t->id, creator->id);
	if (!creator->named)
		return;
	if (creator->named == NAMED_BY_OTHER)
		caveat(CAVEAT_names_inherited, "thread T%u", t->id);
	given->named = NAMED;
	memcpy(given->name, creator->name, sizeof given->name);
}

struct thread *thread_make(tid creator, void *(*start)(void *), void *arg,
	uint64_t stack, uint64_t pc)
{
	uint32_t nth = 0;
	struct thread_rare *given;
	struct thread *t;
	uint32_t life;
	tid id;

	if (creator == TID_NONE)
		rt.crossed = rt.late || rt.channel->crossings != 0;
	else
		nth = thread_rare(thread_of(creator))->children++;
	id = number_for((struct thread_name){creator, NAME_thread, nth}, pc);
	t = thread_of(id);
	t->id = id; /* what is saved goes by it, and nobody was here before */
	if (creator != TID_NONE)
		thread_touch(t);
	life = t->life;
	given = thread_rare(t);
	memset(t, 0, sizeof *t);
	t->id = id;
	t->epoch = given->rare_epoch = rt.epoch;
	t->stack_epoch = rt.epoch;
	t->state = THREAD_LIVE;
	given->life = life + 1;
	given->start = start;
	given->argument = arg;
	given->create_pc = pc;
	given->creator = creator;
	given->nth = nth;
	t->spin.hooks_next = FUEL_FIRST;
	given->clock = clock_rows + (size_t)id * CLOCK_ROW;
	inherit(t, given);
	tcb_lend(t, stack);
	footprint_new_thread(id);
	t->sp = fiber_make(t->stack_top, thread_main, t);
	if (rt.fenv)
		t->fpu = fiber_fpu();
	tick_thread_begins(id);
	rt.pending[id] = (struct pending){.live = 1,
		.owner = id,
		.kind = OP_thread_start,
		.offers = 1,
		.pc = pc,
		.unforeseen = rt.coarse != 0,
		.signals = (rt.channel->coarse_now & COARSE_SIGNALS) != 0};
	if (id >= rt.world.threads)
		rt.world.threads = id + 1;
	pending_begins(id);
	rt.world.live++;
	if (rt.world.live > rt.world.seen)
		rt.world.seen = rt.world.live;
	rt.world.starting++;
	if (rt.world.live > rt.channel->threads_most)
		rt.channel->threads_most = rt.world.live;
	if (rt.tracing) {
		rt.channel->thread_pc[id] = pc;
		rt.channel->thread_start[id] = (uint64_t)start;
	}
	return t;
}

uint64_t thread_handle_first(tid id)
{
	return HANDLE_TAG | 1u << 16 | id;
}

uint64_t thread_handle(const struct thread *t)
{
	return HANDLE_TAG | (uint64_t)t->life << 16 | t->id;
}

struct thread *thread_by_handle(uint64_t handle)
{
	tid id = (tid)handle;
	struct thread *t;

	if (handle >> 56 != HANDLE_TAG >> 56 || id >= rt.world.threads)
		return 0;
	t = thread_of(id);
	if (t->state == THREAD_FREE || thread_handle(t) != handle)
		return 0;
	return t;
}

void thread_main(void *arg)
{
	struct thread *t = arg;

	if (t->creator == TID_NONE)
		t->start(0); /* never returns */
	thread_exit(t->start(t->argument));
}

/* Did another thread end that nobody joined?  Then this one could have ended
 * before it. */
static bool others_ended(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct thread *t = thread_of(i);

		if (t != rt.self &&
			(t->state == THREAD_ENDED ||
				(t->state == THREAD_FREE && t->detached)))
			return true;
	}
	return false;
}

static bool is_last(void)
{
	return rt.world.live == 1 && !rt.world.starting;
}

/* The last thread to end leaves the process, as natively: handlers and
 * destructors are run by it.  Where there are any, who it is is a matter of the
 * schedule. */
static void exit_if_last(void)
{
	if (!is_last() || !process_runs_at_exit())
		return;
	shared_read(&rt.world.live); /* it depends on all exits */
	if (others_ended())
		exits_are_ordered();
	process_exit(0, 0);
}

void thread_exit(void *result)
{
	struct thread *self = rt.self;

	thread_touch(self);
	signal_jumps(0, 0);
	if (!self->exiting)
		self->exiting = EXITING_RETURNED;
	cxx_run_thread_destructors();
	keys_run_destructors();
	if (!(rt.exits & EXITS_POINTS))
		exit_if_last();
	frames_ended();
	sched_point(OP_thread_exit, (uint64_t)self, 0, 0);
	if (unlikely(rt.world.live == 1))
		exit_if_last(); /* others may have ended meanwhile */
	thread_touch(self);
	shared_write(self);
	if (rt.exits & EXITS_ORDERED)
		shared_write(&rt.world.live);
	else
		footprint_relative(&rt.world.live, OP_thread_exit);
	hb_end();
	self->result = result;
	self->state = self->detached ? THREAD_FREE : THREAD_ENDED;
	if (self->detached)
		rt.world.gone = 1;
	pending_ends(self->id);
	rt.pending[self->id].kind = OP_none;
	rt.world.live--;
	if (!rt.world.live && !rt.world.starting)
		process_ended();
	sched_end_thread();
}
