/* SPDX-License-Identifier: MIT */
/* fail.c - how an execution fails: bugs, errors, caveats, fatal signals
 *
 * A bug is written into the channel, schedule included, before anything else
 * happens: the process may be beyond help.
 */
#include "native/fail.h"
#include "native/cut.h"
#include "native/debug.h"
#include "native/audit/reduction.h"
#include "base/hash.h"
#include "base/path.h"
#include "native/fault.h"
#include "native/internal.h"
#include "native/linear/serial.h"
#include "native/posix/clock.h"
#include "native/orders.h"
#include "native/posix/set.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/heap/heap.h"
#include "native/races/shadow.h"
#include "native/rewinding/trial.h"
#include "native/threads/thread.h"
#include "native/trace.h"
#include "native/threads/fiber.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

void caveat(enum caveat which, const char *fmt, ...)
{
	struct channel *c = rt.channel;

	if (!c)
		return;
	if (c->caveats[which]++ == 0) {
		va_list args;

		va_start(args, fmt);
		vsnprintf(c->caveat_detail[which],
			sizeof c->caveat_detail[which], fmt, args);
		va_end(args);
	}
}

void run_error(enum code code, uint64_t pc, const char *fmt, ...)
{
	struct channel *c = rt.channel;
	va_list args;

	trial_stops(TRIAL_GIVEN_UP);
	rt.on = 0; /* what follows is not the test's, _exit least of all */
	va_start(args, fmt);
	if (c) {
		vsnprintf(c->error, sizeof c->error, fmt, args);
		c->error_pc = pc;
		c->error_code = (uint32_t)code;
		c->state = RUN_ERROR;
		debug_error(c->error);
	}
	va_end(args);
	_exit(5);
}

void leaked(enum caveat which, uint64_t pc, const char *fmt, ...)
{
	struct channel *c = rt.channel;
	va_list args;

	trial_stops(TRIAL_GIVEN_UP);
	rt.on = 0;
	va_start(args, fmt);
	vsnprintf(c->error, sizeof c->error, fmt, args);
	va_end(args);
	c->error_pc = pc;
	c->leak = which;
	c->state = RUN_LEAKED;
	_exit(5);
}

void unsupported(const char *name, uint64_t pc)
{
	run_error(ERR_UNSUPPORTED, pc,
		"the test calls '%s', which scarp does not support" SC(501),
		name);
}

void diverged(const struct choice *c)
{
	uint32_t step = rt.world.step;

	if (reduction_swapping())
		execution_leave(OUTCOME_DIVERGED);
	if (rt.channel->config.task == TASK_REPLAY)
		run_error(ERR_DIVERGED, 0,
			"at step %u the schedule asks for thread T%u "
			"(alternative %u), which cannot run there" SC(504),
			step + 1, c->thread, c->alternative);
	run_error(ERR_DIVERGED, 0,
		"executions differ: at step %u thread T%u could run before and "
		"cannot now; the test depends on something that scarp does not "
		"control (time, random numbers, files, addresses)" SC(503),
		step + 1, c->thread);
}

void execution_stop(const struct choice *c)
{
	if (c->stop == STOP_CANNOT_FOLLOW && reduction_swapping())
		execution_leave(OUTCOME_DIVERGED);
	if (c->stop == STOP_CANNOT_FOLLOW)
		run_error(ERR_DIVERGED, 0,
			"the schedule does not fit this program at step %u" SC(
				504),
			rt.world.step + 1);
	if (c->stop == STOP_BUDGET)
		execution_cut(CUT_steps, "%u steps", rt.world.step);
	if (c->stop == STOP_MEMORY)
		execution_cut(CUT_search, "%u steps", rt.world.step);
	execution_leave(OUTCOME_STOPPED);
}

static bool same_bug(const struct channel_bug *a, const struct channel_bug *b)
{
	return a->kind == b->kind && a->pc == b->pc &&
	       strcmp(a->message, b->message) == 0;
}

/* Of the bug that is being written, if it shows in another schedule than the
 * one just made; as long as that, or so long. */
static const struct choice *elsewhere;
static uint32_t elsewhere_length; /* 0: that */

static void keep_schedule(struct channel_bug *b)
{
	struct channel *c = rt.channel;
	uint32_t length = elsewhere && elsewhere_length ? elsewhere_length
							: c->schedule_length;
	size_t n = length * sizeof(struct choice);

	b->schedule_length = length;
	b->schedule_offset = c->blob_used;
	if (n > sizeof c->blob - c->blob_used) {
		b->schedule_length = 0;
		return;
	}
	memcpy(c->blob + c->blob_used, elsewhere ? elsewhere : c->schedule, n);
	c->blob_used += n;
}

void bug_shows_in(const struct choice *schedule)
{
	elsewhere = schedule;
	elsewhere_length = 0;
}

void bug_shows_longer(const struct choice *schedule, uint32_t length)
{
	elsewhere = schedule;
	elsewhere_length = length;
}

static void explain_waits(struct channel_bug *b)
{
	for (tid i = 0; i < rt.world.threads && b->waits < WAITS_MAX; i++) {
		struct pending *p = &rt.pending[i];
		struct channel_wait *w = &b->wait[b->waits];
		struct object *o;

		if (!is_thread(p))
			continue;
		*w = (struct channel_wait){.thread = i, .owner = TID_NONE};
		w->kind = p->kind;
		w->spinning = p->spinning;
		w->object = p->kind == OP_turn ? spin_looks_at(thread_of(i))
			    : p->object == CLOCK_OBJECT ? 0 /* has no name */
							: p->object;
		if (p->kind == OP_thread_join) {
			w->owner = (tid)p->object;
		} else {
			o = object_find(p->object);
			if (o && o->owner != TID_NONE) {
				w->owner = o->owner;
				w->owner_pc = o->pc;
			} else if (o && o->kind == OBJECT_RWLOCK && o->a) {
				w->owner = (tid)(set_words(o)[0] >>
						 RW_READER_SHIFT);
			}
		}
		w->stack.thread = i;
		w->stack.frames =
			fiber_walk(thread_of(i), w->stack.pc, STACK_MAX, p->pc);
		b->waits++;
	}
}

/* Two failures with equal ones are the same bug to people: of one kind and at
 * one place, as the command compares them (result_same_bug). */
static void failed_as(enum bug_kind kind, uint64_t pc, uint64_t other,
	const char *file, uint32_t line, const char *message)
{
	uint64_t h = hash_mix(kind ^ hash_mix(pc) ^ other);

	if (!pc && kind != BUG_no_progress) {
		h = hash_mix(h ^ line);
		for (; file && *file; file++)
			h = hash_mix(h ^ (uint8_t)*file);
		for (; *message; message++)
			h = hash_mix(h ^ (uint8_t)*message);
	}
	rt.channel->failure = h;
}

static void bug_begin(struct channel_bug *b, enum bug_kind kind, uint64_t pc)
{
	struct channel *c = rt.channel;

	memset(b, 0, sizeof *b);
	b->kind = kind;
	b->pc = pc;
	b->thread = rt.self ? rt.self->id : TID_NONE;
	b->execution = c->executions_begun;
	b->again = c->count.again;
	b->points = rt.points;
	b->exits = rt.exits;
	b->loop_turns = rt.loop_turns | (rt.idle ? TURNS_IDLE : 0);
	b->heap = c->heap_now;
	b->place.stack_of = b->place.tls_of = TID_NONE;
}

void bug_of_cut(struct channel_bug *b, const char *message)
{
	bug_begin(b, BUG_no_progress, 0);
	snprintf(b->message, sizeof b->message, "%s", message);
	explain_waits(b);
	keep_schedule(b);
}

/* Where the next bug goes; NULL when the table is full. */
static struct channel_bug *bug_new(enum bug_kind kind, uint64_t pc)
{
	struct channel *c = rt.channel;

	if (c->bugs >= BUGS_MAX)
		return 0;
	bug_begin(&c->bug[c->bugs], kind, pc);
	return &c->bug[c->bugs];
}

static void bug_done(struct channel_bug *b)
{
	struct channel *c = rt.channel;

	for (uint32_t i = 0; i < c->bugs; i++)
		if (same_bug(&c->bug[i], b))
			return;
	keep_schedule(b);
	channel_seal(c, b);
	/* The command looks while we go on. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	c->bugs = c->bugs + 1;
	/* Last: after a crash there may be no stack to walk. */
	if (rt.tracing) {
		trace_failed(b->pc);
		debug_failed(b);
	}
}

static void bug_write(enum bug_kind kind, uint64_t pc, uint64_t address,
	uint64_t other, const char *file, uint32_t line, const char *fmt,
	va_list args)
{
	struct channel_bug *b;
	char message[sizeof b->message];

	trial_stops(TRIAL_FAILS);
	vsnprintf(message, sizeof message, fmt, args);
	failed_as(kind, pc, 0, file, line, message);
	b = bug_new(kind, pc);
	if (!b)
		return;
	if (other) {
		b->other.thread = b->thread;
		b->other.pc[0] = other;
		b->other.frames = 1;
	}
	memcpy(b->message, message, sizeof message);
	if (file)
		path_fit(file, b->file, sizeof b->file);
	b->line = line;
	b->stack.thread = b->thread;
	if (address)
		place_of(address, &b->place);
	b->stack.frames = stack_walk(b->stack.pc, 0, STACK_MAX, pc);
	if (kind == BUG_deadlock || kind == BUG_livelock ||
		kind == BUG_self_deadlock)
		explain_waits(b);
	bug_done(b);
}

void bug(
	enum bug_kind kind, uint64_t pc, uint64_t address, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	bug_write(kind, pc, address, 0, 0, 0, fmt, args);
	va_end(args);
	execution_leave(kind == BUG_deadlock   ? OUTCOME_DEADLOCKED
			: kind == BUG_livelock ? OUTCOME_LIVELOCKED
					       : OUTCOME_FAILED);
}

void bug_at(enum bug_kind kind, uint64_t pc, const char *file, uint32_t line,
	const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	bug_write(kind, pc, 0, 0, file, line, fmt, args);
	va_end(args);
	execution_leave(OUTCOME_FAILED);
}

static void write_of_stack(enum bug_kind kind,
	const struct channel_stack *stack, const char *fmt, va_list args)
{
	struct channel_bug *b;

	trial_stops(TRIAL_FAILS);
	failed_as(kind, stack->pc[0], 0, 0, 0, "");
	b = bug_new(kind, stack->pc[0]);
	if (b) {
		vsnprintf(b->message, sizeof b->message, fmt, args);
		b->thread = stack->thread;
		b->stack = *stack;
		bug_done(b);
	}
	elsewhere = 0;
}

void bug_of_thread(enum bug_kind kind, uint64_t pc, tid t, const char *fmt, ...)
{
	struct channel_stack stack = {.frames = 1, .thread = t, .pc = {pc}};
	va_list args;

	va_start(args, fmt);
	write_of_stack(kind, &stack, fmt, args);
	va_end(args);
	execution_leave(OUTCOME_FAILED);
}

void bug_of_stack(enum bug_kind kind, const struct channel_stack *stack,
	const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	write_of_stack(kind, stack, fmt, args);
	va_end(args);
	execution_leave(OUTCOME_FAILED);
}

void bug_inside(
	enum bug_kind kind, uint64_t pc, uint64_t inside, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	bug_write(kind, pc, 0, inside, 0, 0, fmt, args);
	va_end(args);
	execution_leave(OUTCOME_FAILED);
}

static const char *race_verb(const struct channel_access *a)
{
	return a->freeing ? "frees" : a->write ? "writes" : "reads";
}

static void bug_of_race(struct channel_bug *b, const struct channel_race *r)
{
	bug_begin(b, BUG_data_race, r->second.pc);
	snprintf(b->message, sizeof b->message,
		"T%u %s what T%u %s, and nothing orders the two",
		r->second.thread, race_verb(&r->second), r->first.thread,
		race_verb(&r->first));
	b->place = r->place;
	b->stack = r->second.stack;
	b->other = r->first.stack;
}

uint32_t bug_keep_race(const struct channel_race *r)
{
	struct channel *c = rt.channel;
	struct channel_bug *b = &c->race_bug[c->race_bugs];

	if (c->race_bugs >= BUGS_MAX)
		return 0;
	bug_of_race(b, r);
	keep_schedule(b);
	channel_seal(c, b);
	return ++c->race_bugs;
}

void bug_race(const struct channel_race *r)
{
	struct channel_bug *b = &rt.channel->bug[rt.channel->bugs];

	failed_as(BUG_data_race, r->second.pc, r->first.pc, 0, 0, "");
	if (rt.channel->bugs < BUGS_MAX) {
		bug_of_race(b, r);
		bug_done(b);
	}
	execution_leave(OUTCOME_FAILED);
}

void deadlock_found(bool spinning)
{
	unsigned waiting = 0;

	for (tid i = 0; i < rt.world.threads; i++)
		waiting += is_thread(&rt.pending[i]);
	rt.self = 0;
	serial_stuck();
	if (spinning && waiting == 1)
		bug(BUG_livelock, 0, 0,
			"1 thread spins, and nothing can change what it reads");
	if (spinning)
		bug(BUG_livelock, 0, 0,
			"%u threads wait, at least one of them "
			"by spinning, and nothing can change what they read",
			waiting);
	bug(BUG_deadlock, 0, 0, "%u %s for ever", waiting,
		waiting == 1 ? "thread waits" : "threads wait");
}

/* --- signals ---------------------------------------------------------------
 */

static const char *signal_text(int number)
{
	switch (number) {
	case SIGSEGV:
		return "SIGSEGV";
	case SIGBUS:
		return "SIGBUS";
	case SIGFPE:
		return "SIGFPE";
	case SIGILL:
		return "SIGILL";
	case SIGTRAP:
		return "SIGTRAP";
	default:
		return "a signal";
	}
}

static void crash_text(struct channel_bug *b, int number, siginfo_t *info)
{
	uint64_t address = (uint64_t)info->si_addr;
	bool tls = false, guard = false;
	tid slot = number == SIGSEGV ? stack_slot_of(address, &tls, &guard)
				     : TID_NONE;

	if (slot != TID_NONE && guard) {
		b->kind = BUG_stack_overflow;
		snprintf(b->message, sizeof b->message,
			"thread T%u overflowed its stack of %llu KiB", slot,
			(unsigned long long)thread_of(slot)->stack_size >> 10);
		return;
	}
	if (number == SIGSEGV && info->si_code == SI_KERNEL)
		snprintf(b->message, sizeof b->message,
			"SIGSEGV: access through a pointer that is no address");
	else if (number == SIGSEGV && address < 4096)
		snprintf(b->message, sizeof b->message,
			"SIGSEGV: access through a null pointer (address "
			"0x%llx)",
			(unsigned long long)address);
	else if (number == SIGSEGV && address == (uint64_t)(int32_t)address &&
		 heap_has_half((uint32_t)address))
		snprintf(b->message, sizeof b->message,
			"SIGSEGV at address 0x%llx, the lower half of a "
			"pointer to "
			"allocated memory: it went through an int (a function "
			"that is called without a declaration?)",
			(unsigned long long)address);
	else if (number == SIGSEGV || number == SIGBUS)
		snprintf(b->message, sizeof b->message, "%s at address 0x%llx",
			signal_text(number), (unsigned long long)address);
	else if (number == SIGFPE && info->si_code == FPE_INTDIV)
		snprintf(b->message, sizeof b->message,
			"SIGFPE: integer division by zero");
	else
		snprintf(b->message, sizeof b->message, "%s",
			signal_text(number));
	if ((number == SIGSEGV || number == SIGBUS) &&
		info->si_code != SI_KERNEL) {
		b->faulted = 1;
		place_of(address, &b->place);
		if (!b->place.block && b->place.stack_of == TID_NONE)
			b->place.address = address;
	}
}

/* Of a call that led to no code, what made it: its return address is all that
 * was left on the stack. */
static uint64_t called_from(const ucontext_t *u)
{
	uint64_t pc = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
	uint64_t sp = (uint64_t)u->uc_mcontext.gregs[REG_RSP];
	const struct channel *c = rt.channel;
	uint64_t caller = on_test_stack(sp) ? *(uint64_t *)sp : 0;

	for (uint32_t i = 0; i < c->modules; i++) {
		const struct channel_module *m = &c->module[i];

		if (pc - m->start < m->end - m->start)
			return 0;
	}
	for (uint32_t i = 0; i < c->modules; i++) {
		const struct channel_module *m = &c->module[i];

		if (caller - m->start < m->end - m->start)
			return caller;
	}
	return 0;
}

/* The first frame of the test, where the runtime crashed on its behalf. */
static uint64_t on_behalf_of(uint64_t pc, const ucontext_t *u)
{
	uint64_t frame[STACK_MAX];
	uint32_t outer;
	uint32_t n = frame_walk_full(frame, STACK_MAX, &outer, pc,
		(uint64_t)u->uc_mcontext.gregs[REG_RBP],
		(uint64_t)u->uc_mcontext.gregs[REG_RSP]);

	for (uint32_t i = 0; i < n && i < STACK_MAX; i++)
		if (!inventory_is_ours(frame[i]))
			return frame[i];
	return pc;
}

static void crash_stack(
	struct channel_bug *b, uint64_t pc, const ucontext_t *u, bool hooked)
{
	uint32_t n, kept = 0, outer = 0, frames;

	if (!rt.blind && b->kind == BUG_stack_overflow) {
		frames = frame_walk_full(b->stack.pc, STACK_MAX, &outer, pc,
			(uint64_t)u->uc_mcontext.gregs[REG_RBP],
			(uint64_t)u->uc_mcontext.gregs[REG_RSP]);
		n = frames < STACK_MAX ? frames : STACK_MAX;
		b->between = frames - n;
	} else if (rt.blind) { /* without frame pointers, through the signal's
				  frame */
		n = stack_walk(b->stack.pc, 0, STACK_MAX,
			(uint64_t)u->uc_mcontext.gregs[REG_RIP]);
		b->stack.pc[0] = pc;
	} else {
		n = frame_walk(b->stack.pc, STACK_MAX, pc,
			(uint64_t)u->uc_mcontext.gregs[REG_RBP],
			(uint64_t)u->uc_mcontext.gregs[REG_RSP]);
	}

	for (uint32_t i = 0; i < n; i++)
		if (!hooked || !inventory_is_ours(b->stack.pc[i])) {
			b->outer += i >= n - outer;
			b->stack.pc[kept++] = b->stack.pc[i];
		}
	b->stack.frames = kept;
	b->stack.thread = b->thread;
}

/* The unwinder failed for us: as if that had been we.  (Without frame pointers
 * it is asked again.) */
static void leave_unwinder(ucontext_t *u)
{
	const uint64_t *frame = stack_walking();

	if (!frame || rt.blind)
		return;
	u->uc_mcontext.gregs[REG_RBP] = (greg_t)frame[0];
	u->uc_mcontext.gregs[REG_RIP] = (greg_t)frame[1];
	u->uc_mcontext.gregs[REG_RSP] = (greg_t)(frame + 2);
}

static void on_fatal(int number, siginfo_t *info, void *context)
{
	ucontext_t *u = context;
	uint64_t pc, caller, place;
	struct channel_bug *b;
	bool hooked, ours;

	static volatile int nested;

	if (fault_handled(number, info, context))
		return;
	trial_stops(TRIAL_FAILS);
	rt.on = 0;
	if (nested++)
		_exit(CHILD_CRASHED);
	leave_unwinder(u);
	pc = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
	rt.channel->crashed = rt.channel->executions_begun;
	/* A hook looked where the test was about to: the place is the test's.
	 * (Of what is no address the kernel does not tell which.) */
	hooked = rt.access_pc && inventory_is_ours(pc) &&
		 (info->si_code == SI_KERNEL ||
			 ((uint64_t)info->si_addr ^ rt.access_address) < 8);
	if (hooked)
		info->si_addr = (void *)rt.access_address;
	ours = inventory_is_ours(pc);
	caller = called_from(u);
	place = hooked ? rt.access_pc : ours ? on_behalf_of(pc + 1, u) : caller;
	failed_as(BUG_crash, place ? place : pc + 1, 0, 0, 0, "");
	b = bug_new(BUG_crash, place ? place : pc + 1);
	if (b) {
		crash_text(b, number, info);
		if (info->si_code == SI_KERNEL && hooked)
			snprintf(b->message, sizeof b->message,
				"SIGSEGV: access through 0x%llx, which is no "
				"address",
				(unsigned long long)rt.access_address);
		crash_stack(b, caller ? caller : pc + 1, u,
			ours || b->kind == BUG_stack_overflow);
		bug_done(b);
	}
	if (!rt.child) {
		/* The search does not learn of it here: who goes on tells it.
		 */
		orders_count();
		rt.channel->count.executions++;
	}
	races_failed();
	_exit(CHILD_CRASHED);
}

void signals_init(void)
{
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
	stack_t stack = {.ss_size = 256 << 10};
	/* Not blocked meanwhile: the second one ends the process quietly. */
	struct sigaction action = {
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	struct rlimit none = {0, 0};

	stack.ss_sp = mmap(0, stack.ss_size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigaltstack(&stack, 0);
	action.sa_sigaction = on_fatal;
	for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
		REAL(sigaction)(fatal[i], &action, 0);
	setrlimit(RLIMIT_CORE, &none);
}
