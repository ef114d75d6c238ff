/* SPDX-License-Identifier: MIT */
/* thread.c - numbers, starts and ends of the test's threads */
#include "native/threads/thread.h"
#include "native/sched.h"
#include "native/threads/fiber.h"
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/threads/frames.h"
#include "native/posix/thread_api.h"
#include "native/races/shadow.h"
#include "native/rewinding/trial.h"

#include <string.h>

#define HANDLE_TAG (0x5cull << 56)

/* Names to numbers: open addressing, rebuilt from channel->thread_name. */
enum {
	NAMES_SIZE = 2 * THREADS_MAX
};
static uint16_t names[NAMES_SIZE]; /* number + 1; 0: empty */

static uint32_t name_hash(tid creator, uint32_t nth)
{
	return ((uint32_t)creator * 0x9e3779b1u + nth * 0x85ebca6bu) >> 19;
}

static uint16_t *name_slot(tid creator, uint32_t nth)
{
	uint32_t i = name_hash(creator, nth) % NAMES_SIZE;

	for (;; i = (i + 1) % NAMES_SIZE) {
		struct thread_name *name;

		if (!names[i])
			return &names[i];
		name = &rt.channel->thread_name[names[i] - 1];
		if (name->creator == creator && name->nth == nth)
			return &names[i];
	}
}

void thread_names_load(void)
{
	static uint32_t loaded; /* rows only come to it */
	uint32_t n = rt.channel->thread_names;

	if (n > THREADS_MAX)
		n = rt.channel->thread_names = 0;
	if (n < loaded) {
		memset(names, 0, sizeof names);
		loaded = 0;
	}
	for (uint32_t i = loaded; i < n; i++)
		*name_slot(rt.channel->thread_name[i].creator,
			rt.channel->thread_name[i].nth) = (uint16_t)(i + 1);
	loaded = n;
}

void threads_prepare(void)
{
	for (uint32_t i = 0; i < rt.channel->thread_names; i++)
		tcb_prepare((tid)i, rt.stack_size);
}

static tid lowest_free(uint64_t pc)
{
	for (tid i = 0; i < THREADS_MAX; i++)
		if (thread_of(i)->state == THREAD_FREE)
			return i;
	run_error(ERR_UNSUPPORTED, pc,
		"more than %u threads are alive: scarp supports that many; "
		"make the test smaller",
		THREADS_MAX);
}

/* The rows that other processes have added. */
static void names_follow(void)
{
	struct channel *c = rt.channel;

	while (c->thread_names < THREAD_NAMES_MAX) {
		uint64_t row = __atomic_load_n(
			&rt.names->row[c->thread_names], __ATOMIC_ACQUIRE);

		if (!row)
			break;
		c->thread_name[c->thread_names++] = names_unpack(row);
	}
	thread_names_load();
}

/* False: another process was faster. */
static bool names_claim(tid id, struct thread_name name)
{
	uint64_t none = 0;

	return !rt.names || __atomic_compare_exchange_n(&rt.names->row[id],
				    &none, names_pack(name), false,
				    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static tid number_for(tid creator, uint32_t nth, uint64_t pc)
{
	uint16_t *slot = name_slot(creator, nth);
	struct thread_name name = {
		.creator = creator, .kind = NAME_thread, .nth = nth};
	struct channel *c = rt.channel;
	tid id;

	if (!*slot && rt.names) {
		names_follow();
		slot = name_slot(creator, nth);
	}
	if (*slot && thread_of(*slot - 1)->state == THREAD_FREE)
		return *slot - 1;
	if (*slot || c->thread_names == THREADS_MAX)
		return lowest_free(pc);
	trial_stops(TRIAL_GIVEN_UP); /* the name would stay */
	/* A name is as old as its row: the row's number must be free too. */
	id = (tid)c->thread_names;
	if (thread_of(id)->state != THREAD_FREE)
		return lowest_free(pc);
	if (!names_claim(id, name))
		return number_for(creator, nth, pc);
	c->thread_name[id] = name;
	c->thread_names = id + 1u;
	*slot = id + 1;
	return id;
}

/* A life's clock row; rows lie in one array (start.c). */
uint32_t *clock_rows;

/* As the kernel has it: the mask of signals, and a name that is its creator's
 * for good. */
static void inherit(const struct thread *t, struct thread_rare *given)
{
	const struct thread *creator;

	if (t->creator == TID_NONE)
		return;
	creator = thread_of(t->creator);
	signal_inherit(t, creator);
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
		rt.crossed = rt.channel->crossings != 0;
	else
		nth = thread_rare(thread_of(creator))->children++;
	id = number_for(creator, nth, pc);
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
		fiber_save_fpu(&t->mxcsr, &t->fpucw);
	rt.pending[id] = (struct pending){.live = 1,
		.kind = OP_thread_start,
		.offers = 1,
		.pc = pc,
		.unforeseen = rt.coarse};
	if (id >= rt.world.threads)
		rt.world.threads = id + 1;
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

/* The last thread to end leaves the process, as natively: handlers and
 * destructors are run by it.  Where there are any, who it is is a matter of the
 * schedule. */
static void leave_if_last(void)
{
	if (rt.world.live != 1 || rt.world.starting)
		return;
	shared_read(&rt.world.live); /* it depends on all exits */
	if (process_runs_at_exit() && others_ended())
		exits_are_ordered();
	process_exit(0, 0);
}

void thread_exit(void *result)
{
	struct thread *self = rt.self;

	thread_touch(self);
	if (!self->exiting)
		self->exiting = EXITING_RETURNED;
	cxx_run_thread_destructors();
	keys_run_destructors();
	if (!(rt.exits & EXITS_POINTS))
		leave_if_last();
	frames_ended();
	sched_point(OP_thread_exit, (uint64_t)self, 0, 0);
	if (rt.exits & EXITS_POINTS) /* others may have ended meanwhile */
		leave_if_last();
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
	rt.pending[self->id].live = 0;
	rt.pending[self->id].kind = OP_none;
	rt.world.live--;
	sched_end_thread();
}
