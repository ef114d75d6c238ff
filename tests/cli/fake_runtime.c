/* SPDX-License-Identifier: MIT */
/* fake_runtime.c - a test process that plays the machine's part
 *
 * fake SCENARIO: maps the channel as the real runtime does and fills it with
 * what the scenario says, in plain code that always does the same.  So that
 * the command can be tested by itself, also against what a machine should
 * never do.  The scenarios are in the table at the end.
 */
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

#include "build_id.h"
#include "channel/inventory.h"
#include "channel/channel.h"

static struct channel *c;

/* As if scarp cc had linked it. */
__attribute__((section(INVENTORY_SECTION), used, retain,
	aligned(16))) static const struct inventory inventory = {
	.magic = INVENTORY_MAGIC,
	.version = INVENTORY_VERSION,
	.bytes = sizeof(struct inventory),
	.build = SCARP_BUILD,
	.state = INVENTORY_COMPLETE,
};

/* ---- what the fake test works on */

struct account {
	pthread_mutex_t lock;
	long money;
	int history[8];
};

static struct account savings, checking;
static int counter;
struct node {
	struct node *next;
	int value;
} * head;

/* ---- writing a trace */

static bool tracing;

#define NOINLINE __attribute__((noinline, noipa))

static struct channel_place place(const void *address)
{
	return (struct channel_place){.address = (uint64_t)address,
		.block_thread = TID_NONE,
		.freed_thread = TID_NONE,
		.stack_of = TID_NONE,
		.tls_of = TID_NONE};
}

static struct trace_event *NOINLINE event(tid t, enum op kind,
	const void *object, uint32_t size, unsigned flags, uint64_t value)
{
	static struct trace_event nowhere;
	struct trace_event *e = &nowhere;

	if (tracing && c->events < TRACE_MAX)
		e = &c->event[c->events++];
	*e = (struct trace_event){.thread = t,
		.kind = (uint8_t)kind,
		.flags = (uint8_t)flags,
		.size = size,
		.value = value,
		.other = TID_NONE,
		.offered = 2,
		.step = c->schedule_length,
		.place = place(object)};
	e->stack.thread = t;
	e->stack.frames = 1;
	e->stack.pc[0] = (uint64_t)__builtin_return_address(0);
	/* Ours is the caller's frame pointer, saved; two words above it. */
	e->cfa[0] = *(uint64_t *)__builtin_frame_address(0) + 16;
	if (flags & EVENT_POINT && c->schedule_length < STEPS_MAX)
		c->schedule[c->schedule_length++] =
			(struct choice){.thread = t};
	return e;
}

static void print(tid t, int fd, const char *text)
{
	struct output_chunk *o = &c->chunk[c->chunks++];
	uint32_t n = (uint32_t)strlen(text);

	*o = (struct output_chunk){
		c->output_length, n, c->schedule_length, t, (uint8_t)fd, 0};
	memcpy(c->output + c->output_length, text, n);
	c->output_length += n;
}

static unsigned unsealed; /* bugs that are told when their execution ends */

static struct channel_bug *bug(enum bug_kind kind, tid t, const char *message)
{
	struct channel_bug *b = &c->bug[c->bugs + unsealed++];

	*b = (struct channel_bug){.kind = kind,
		.thread = t,
		.execution = c->executions_begun,
		.points = c->points,
		.schedule_length = c->schedule_length,
		.schedule_offset = c->blob_used,
		.place = place(NULL)};
	snprintf(b->message, sizeof b->message, "%s", message);
	b->stack.thread = b->other.thread = t;
	memcpy(c->blob + c->blob_used, c->schedule,
		c->schedule_length * sizeof c->schedule[0]);
	c->blob_used += c->schedule_length * sizeof c->schedule[0];
	return b;
}

static void name_thread(tid t, tid creator, uint32_t nth, void *start)
{
	c->thread_name[t] = (struct thread_name){creator, 0, nth};
	if (c->thread_names <= t)
		c->thread_names = t + 1u;
	c->thread_start[t] = (uint64_t)start;
	c->thread_pc[t] = t ? (uint64_t)__builtin_return_address(0) : 0;
}

static void begin(void)
{
	c->executions_begun++;
	c->schedule_length = 0;
	c->events = c->chunks = c->output_length = 0;
	c->state = RUN_EXECUTION;
}

static void end(void)
{
	for (; unsealed; unsealed--) {
		channel_seal(c, &c->bug[c->bugs]);
		c->bugs++;
	}
	c->count.executions++;
	c->state = RUN_BETWEEN;
}

enum {
	P = EVENT_POINT,
	V = EVENT_HAS_VALUE,
	R = EVENT_HAS_RESULT,
	B = EVENT_BLOCKED,
	F = EVENT_FAILED
};

/* ---- the fake test: two deposits without a lock, a transfer, a stack */

static void *NOINLINE deposit(tid t, long read, long written)
{
	event(t, OP_read, &savings.money, 8, P | V, (uint64_t)read);
	event(t, OP_write, &savings.money, 8, P | V, (uint64_t)written);
	return NULL;
}

static void *deposit_all(void *unused)
{
	return unused;
}

static void NOINLINE lost_update(void)
{
	struct trace_event *e;

	name_thread(0, TID_NONE, 0, NULL);
	event(0, OP_thread_start, NULL, 0, 0, 0);
	e = event(0, OP_thread_create, NULL, 0, 0, 0);
	e->other = 1;
	name_thread(1, 0, 0, deposit_all);
	event(0, OP_thread_create, NULL, 0, 0, 0)->other = 2;
	name_thread(2, 0, 1, deposit_all);
	event(0, OP_thread_join, NULL, 0, P | B, 0)->other = 1;
	event(1, OP_read, &savings.money, 8, P | V, 100);
	deposit(2, 100, 150);
	print(2, 1, "deposited 50\n");
	event(2, OP_thread_exit, NULL, 0, 0, 0);
	event(1, OP_write, &savings.money, 8, P | V, 120);
	print(1, 1, "deposited 20\n");
	event(1, OP_thread_exit, NULL, 0, 0, 0);
	event(0, OP_thread_join, NULL, 0, P, 0)->other = 1;
	event(0, OP_thread_join, NULL, 0, P, 0)->other = 2;
	e = event(0, OP_read, &savings.money, 8, P | V | F, 120);
	if (c->executions_begun == 3 || tracing) {
		struct channel_bug *b =
			bug(BUG_assertion, 0, "savings.money == 170");

		b->pc = e->stack.pc[0];
		b->stack = e->stack;
		snprintf(b->file, sizeof b->file, "%s", __FILE__);
		b->line = __LINE__ - 7;
	}
}

static void NOINLINE transfer(
	tid t, struct account *from, struct account *to, bool stuck)
{
	if (!stuck)
		event(t, OP_mutex_lock, &from->lock, 40, P | R, 0);
	else
		event(t, OP_mutex_lock, &to->lock, 40, P | B, 0);
}

static void *pay(void *unused)
{
	return unused;
}

static void *save(void *unused)
{
	return unused;
}

static void waits(struct channel_bug *b, tid t, enum op kind, void *object,
	tid owner, void *pc)
{
	struct channel_wait *w = &b->wait[b->waits++];

	*w = (struct channel_wait){.thread = t,
		.owner = owner,
		.kind = (uint8_t)kind,
		.object = (uint64_t)object,
		.owner_pc = (uint64_t)pc};
	w->stack.thread = t;
	w->stack.frames = 2;
	w->stack.pc[0] = (uint64_t)transfer + 0x30;
	w->stack.pc[1] = (uint64_t)__builtin_return_address(0);
}

static void NOINLINE deadlock(void)
{
	struct channel_bug *b;

	name_thread(0, TID_NONE, 0, NULL);
	event(0, OP_thread_create, NULL, 0, 0, 0)->other = 1;
	name_thread(1, 0, 0, pay);
	event(0, OP_thread_create, NULL, 0, 0, 0)->other = 2;
	name_thread(2, 0, 1, save);
	event(0, OP_thread_join, NULL, 0, P | B, 0)->other = 1;
	transfer(1, &savings, &checking, false);
	transfer(2, &checking, &savings, false);
	transfer(2, &checking, &savings, true);
	transfer(1, &savings, &checking, true);
	if (c->executions_begun < 2 && !tracing)
		return;
	b = bug(BUG_deadlock, TID_NONE, "3 threads wait for each other");
	waits(b, 0, OP_thread_join, NULL, 1, NULL);
	waits(b, 1, OP_mutex_lock, &checking.lock, 2, (char *)transfer + 0x20);
	waits(b, 2, OP_mutex_lock, &savings.lock, 1, (char *)transfer + 0x20);
}

static void NOINLINE use_after_free(void)
{
	struct channel_bug *b;
	struct trace_event *e;
	char *block = (char *)0x200000001000;

	name_thread(0, TID_NONE, 0, NULL);
	name_thread(1, 0, 0, pay);
	name_thread(2, 0, 1, save);
	event(1, OP_atomic_load, &head, 8, P | V, (uint64_t)block);
	event(2, OP_atomic_load, &head, 8, P | V, (uint64_t)block);
	event(2, OP_atomic_cas, &head, 8, P | V | R, (uint64_t)block)->result =
		0;
	e = event(1, OP_read, block, 8, F, 0);
	e->place.block = (uint64_t)block - 8;
	e->place.block_size = 64;
	e->place.block_pc = (uint64_t)save + 4;
	e->place.block_thread = 1;
	e->place.freed_pc = (uint64_t)pay + 4;
	e->place.freed_thread = 2;
	b = bug(BUG_use_after_free, 1, "read of 8 bytes in a freed block");
	b->pc = e->stack.pc[0];
	b->stack = e->stack;
	b->place = e->place;
	b->other = e->stack;
	b->other.thread = 2;
}

static void NOINLINE many_threads(void)
{
	struct channel_bug *b;

	name_thread(0, TID_NONE, 0, NULL);
	for (tid t = 1; t <= 12; t++)
		name_thread(t, 0, t - 1u, pay);
	for (tid t = 1; t <= 12; t++)
		event(t, OP_atomic_rmw, &counter, 4, P | V | R, t - 1u)
			->result = t;
	event(3, OP_read, &savings.history[3], 4, V | F, 7);
	b = bug(BUG_abort, 3, "");
	b->stack = c->event[c->events ? c->events - 1 : 0].stack;
	b->pc = (uint64_t)many_threads + 4;
	b->stack.thread = 3;
}

/* Main works on its own stack, and T1 on the same. */
static void NOINLINE on_stack(void)
{
	struct {
		pthread_mutex_t lock;
		int done[4];
	} volatile work = {.done = {0}};
	struct channel_bug *b;
	struct trace_event *e;

	name_thread(0, TID_NONE, 0, NULL);
	name_thread(1, 0, 0, pay);
	e = event(0, OP_mutex_lock, (const void *)&work.lock, 0, P, 0);
	e->place.stack_of = 0;
	e = event(0, OP_write, (const void *)&work.done[2], 4, P | V, 5);
	e->place.stack_of = 0;
	b = bug(BUG_abort, 0, "");
	b->pc = (uint64_t)on_stack + 4;
	work.done[2] = 1;
}

static void add_race(void)
{
	struct race *row = &c->candidate[c->races];
	struct channel_race *r = &c->race[c->races++];

	r->first = (struct channel_access){.pc = (uint64_t)deposit + 0x30,
		.write = 1,
		.thread = 1,
		.size = 8};
	r->second = (struct channel_access){.pc = (uint64_t)deposit + 0x20,
		.write = 0,
		.thread = 2,
		.size = 8};
	r->first.stack.thread = 1;
	r->second.stack.thread = 2;
	r->second.created_pc = r->second.pc;
	r->second.stack.frames = 1;
	r->second.stack.pc[0] = r->second.pc;
	r->place = place(&savings.money);
	*row = (struct race){.one = {.pc = r->second.pc, .kind = RACE_READ},
		.two = {.pc = r->first.pc, .kind = RACE_WRITE},
		.address = r->place.address,
		.count = 4,
		.execution = 1,
		.execution_last = 3,
		.number = 1,
		.seen = RACE_SEEN_PLAIN,
		.orders = RACE_TWO_FIRST,
		.pure = 1};
}

/* ---- scenarios */

static void run_all(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		begin();
		end();
	}
}

static void leave(void)
{
	c->rounds = 1;
	c->caveats[CAVEAT_no_spurious] = 1;
	c->state = RUN_DONE;
	exit(0);
}

/* The search came to its end, where something was left out. */
static void over(void)
{
	c->over = 1;
	leave();
}

static void done(bool exhausted)
{
	c->over = c->exhausted = exhausted;
	leave();
}

/* Explores until `play` has recorded a bug; one more execution when asked. */
static void until_bug(void (*play)(void))
{
	tracing = c->config.trace;
	do {
		begin();
		play();
		end();
	} while (!c->bugs && c->executions_begun < 10 && !tracing);
	done(!c->bugs);
}

static void s_verified(void)
{
	run_all(6);
	done(true);
}

static void s_races(void)
{
	run_all(6);
	add_race();
	c->points = 2;
	c->point[0] = (struct point){
		.pc = c->race[0].first.pc, .access = POINT_WRITE};
	c->point[1] = (struct point){.pc = c->race[0].second.pc};
	done(true);
}

static void s_hole(void)
{
	run_all(6);
	c->caveats[CAVEAT_uninstrumented] = 1;
	strcpy(c->caveat_detail[CAVEAT_uninstrumented], "libother.so");
	done(true);
}

static void s_steps(void)
{
	run_all(6);
	c->caveats[CAVEAT_step_limit] = 2;
	over();
}

/* Bounds 0 and 1 were explored; there is more. */
static void s_bounded(void)
{
	run_all(6);
	c->bounds = (struct search_bounds){
		.now = 1, .done = 2, .within = 6, .executions = 5, .more = 1};
	c->count.again = 1;
	over();
}

/* Never ends by itself. */
/* Waits as long as it is told to. */
static void obey(enum waits why)
{
	do {
		c->waits = why;
		c->state = RUN_WAITING;
		c->order = ORDER_NONE;
		while (c->order == ORDER_NONE && !c->stop_request)
			usleep(1000);
	} while (c->order == ORDER_REST);
	c->order = ORDER_NONE;
	c->state = RUN_BETWEEN;
}

static void s_big(void)
{
	const volatile uint64_t *max = &c->config.search.executions_max;

	while (!c->stop_request) {
		begin();
		end();
		if (*max && c->count.executions == *max && c->config.waits)
			obey(WAITS_LIMIT);
		else if (*max && c->count.executions == *max)
			done(false);
		if (c->order != ORDER_NONE)
			obey(WAITS_ASKED);
		usleep(100);
	}
	c->state = RUN_STOPPED;
	exit(0);
}

/* One that knows how large the space is: 3 of 8 million executions, and 90
 * seconds left.  FAKE_* say it otherwise. */
static double number(const char *name, double otherwise)
{
	const char *said = getenv(name);

	return said ? strtod(said, NULL) : otherwise;
}

static void s_estimated(void)
{
	c->count.executions = 2999999;
	begin();
	end();
	c->estimate.is = (struct estimated){
		.fraction = number("FAKE_FRACTION", 0.375),
		.executions = number("FAKE_TOTAL", 8e6),
		.cost = number("FAKE_COST", 150e9),
		.spent = 60e9,
	};
	c->estimate.made = (uint64_t)number("FAKE_MADE", 3000000);
	c->bounds.now = 2;
	while (!c->stop_request) {
		c->count.steps++;
		usleep(10000);
		if (c->order != ORDER_NONE)
			obey(WAITS_ASKED);
	}
	c->state = RUN_STOPPED;
	exit(0);
}

/* Two racing instructions become decision points, each of them twice. */
static void s_points(void)
{
	uint64_t first = (uint64_t)s_estimated + 1,
		 second = (uint64_t)s_big + 1;

	run_all(1);
	c->point[0] = (struct point){.pc = first, .access = POINT_WRITE};
	c->points = 1;
	usleep(300000); /* one is told before there is another */
	c->point[1] = (struct point){.pc = second};
	c->point[2] = (struct point){.pc = first, .access = POINT_WRITE};
	c->points = 3;
	run_all(6);
	c->over = c->exhausted = 1;
	c->rounds = 2;
	c->state = RUN_DONE;
	exit(0);
}

/* Does not listen. */
static void s_deaf(void)
{
	begin();
	for (;;) {
		c->count.steps++;
		usleep(1000);
	}
}

static void s_error(void);

static void s_assertion(void)
{
	until_bug(lost_update);
}

static void s_deadlock(void)
{
	until_bug(deadlock);
}

static void s_free(void)
{
	until_bug(use_after_free);
}

static void s_stack(void)
{
	until_bug(on_stack);
}

static void s_many(void)
{
	until_bug(many_threads);
}

static void s_crash(void)
{
	tracing = c->config.trace;
	begin();
	event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
	if (c->executions_begun < 2 && !tracing) {
		end();
		begin();
		event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
	}
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

/* Two crashes, one after the other: a fresh process each. */
static void s_two(void)
{
	begin();
	if (c->config.task == TASK_REPLAY ? c->config.schedule_length == 1
					  : c->executions_begun == 1) {
		event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
		raise(SIGSEGV);
	}
	if (c->config.task == TASK_REPLAY || c->executions_begun == 2) {
		event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
		event(2, OP_mutex_lock, &savings.lock, 40, P, 0);
		raise(SIGBUS);
	}
	end();
	done(true);
}

static void s_left(void)
{
	begin();
	_exit(3);
}

static void s_left_well(void)
{
	begin();
	_exit(0);
}

static void s_hang(void)
{
	begin();
	event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
	for (volatile int i = 0;; i++)
		;
}

static void s_asleep(void)
{
	begin();
	event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
	for (;;)
		pause();
}

static void s_killed(void)
{
	begin();
	raise(SIGKILL);
}

static void s_rounds(void)
{
	run_all(7);
	c->over = c->exhausted = 1;
	c->rounds = 2;
	c->before_round = 3;
	c->state = RUN_DONE;
	exit(0);
}

/* The audit fails unless each execution is a process of its own. */
static void s_leaks(void)
{
	run_all(3);
	if (c->config.mode == MODE_FORK) {
		run_all(3);
		done(true);
	}
	strcpy(c->error, "'counter' in libx.so");
	c->state = RUN_LEAKED;
	_exit(5);
}

/* The same after a bug that is real, or not. */
static void s_leaks_after_bug(void)
{
	if (c->config.task == TASK_REPLAY)
		until_bug(lost_update);
	run_all(2);
	begin();
	lost_update();
	end();
	s_leaks();
}

static void s_leaks_after_nonsense(void)
{
	if (c->config.task == TASK_CHECK && c->config.mode != MODE_FORK)
		s_leaks_after_bug();
	s_verified();
}

static void s_flaky(void)
{
	if (c->config.task == TASK_REPLAY) {
		begin();
		end();
		done(false);
	}
	until_bug(lost_update);
}

/* Fails as the environment says. */
static void s_moody(void)
{
	if (strcmp(getenv("MOOD"), "good") == 0)
		s_verified();
	until_bug(lost_update);
}

/* A bug, and then on and on. */
static void s_found(void)
{
	if (c->config.task == TASK_REPLAY)
		until_bug(lost_update);
	run_all(2);
	begin();
	lost_update();
	end();
	s_big();
}

static void s_found_then_error(void)
{
	if (c->config.task == TASK_REPLAY)
		until_bug(lost_update);
	run_all(2);
	begin();
	lost_update();
	end();
	s_error();
}

static void s_diverge(void)
{
	if (c->config.task == TASK_REPLAY) {
		begin();
		c->error_code = (uint32_t)ERR_DIVERGED;
		strcpy(c->error, "step 3 of the schedule cannot be followed: "
				 "T1 is not enabled");
		c->state = RUN_ERROR;
		exit(1);
	}
	until_bug(lost_update);
}

static void s_other(void)
{
	if (c->config.task == TASK_REPLAY)
		until_bug(deadlock);
	until_bug(lost_update);
}

static void s_error(void)
{
	c->error_code = (uint32_t)ERR_UNSUPPORTED;
	strcpy(c->error, "the test calls 'vfork' (main.c:3), which cannot be "
			 "explored; leave it out of the test");
	c->state = RUN_ERROR;
	exit(1);
}

/* The same, but met inside an execution. */
static void s_refused(void)
{
	begin();
	s_error();
}

static void expect(bool good, const char *what)
{
	if (good)
		return;
	snprintf(c->error, sizeof c->error, "wrong surroundings: %s", what);
	c->error_code = (uint32_t)ERR_UNSUPPORTED;
	c->executions_begun = 1;
	c->state = RUN_ERROR;
	exit(1);
}

/* What a test may rely on. */
static void s_world(void)
{
	extern char **environ;
	struct rlimit core;
	char text[8] = "";

	getrlimit(RLIMIT_CORE, &core);
	expect(core.rlim_cur == 0, "core dumps");
	expect(personality(0xffffffff) & ADDR_NO_RANDOMIZE, "randomised");
	expect(read(0, text, 1) == 0, "standard input");
	expect(open("/dev/null", O_RDONLY) == 3, "open descriptors");
	expect(!getenv("SHLVL") && !getenv("_"), "volatile environment");
	expect(getenv("KEPT") != NULL, "environment");
	expect(!getenv("SCARP_OPT_SEED"), "options of the environment");
	for (char **e = environ; e[0] && e[1] && e[2]; e++)
		expect(strcmp(e[0], e[1]) < 0, "order of the environment");
	expect(getpgrp() == getpid(), "process group");
	if (c->config.stdin_fd >= 0)
		expect(pread(c->config.stdin_fd, text, 5, 0) == 5 &&
				strcmp(text, "input") == 0,
			"--stdin");
	run_all(6);
	done(true);
}

static void s_version(void)
{
	c->error_code = (uint32_t)ERR_VERSION;
	strcpy(c->error, "the program was built by 'scarp 0.0.9'");
	c->state = RUN_ERROR;
	exit(1);
}

static void s_damaged(void)
{
	run_all(2);
	c->races = 123456789;
	done(true);
}

static void s_damaged_race(void)
{
	run_all(2);
	add_race();
	c->candidate[0].count = 0; /* it was seen */
	done(true);
}

/* All that lies behind the counters, without an end of a text. */
static void s_trampled(void)
{
	run_all(2);
	memset(c->module, 0x41, sizeof c->module);
	memset(c->bug, 0x41, sizeof c->bug);
	c->bugs = 1;
	done(true);
}

static void s_early(void)
{
	raise(SIGKILL);
}

static void s_between(void)
{
	run_all(1);
	raise(SIGBUS);
}

/* A stray write, after the bug was recorded. */
static void s_overwritten(void)
{
	begin();
	lost_update();
	bug(BUG_abort, 1, "");
	end();
	c->bug[c->bugs - 1].pc = 5;
	done(false);
}

/* Killed inside the search: who goes on with that finds a bug. */
static void s_half_changed(void)
{
	int marker = open("was-killed", O_CREAT | O_EXCL | O_RDWR, 0666);

	if (c->config.resume != RESUME_NONE)
		s_assertion();
	begin();
	if (marker >= 0) {
		c->changing = 1;
		raise(SIGKILL);
	}
	end();
	done(true);
}

/* A race that jobs with fixed points see in one order, and later in both. */
static void s_orders(void)
{
	if (strcmp(c->config.search.strategy, "dfs") != 0)
		s_big();
	add_race();
	c->candidate[0].orders = RACE_ONE_FIRST;
	if (!c->config.points_fixed)
		s_estimated();
	run_all(1);
	usleep(200000);
	c->candidate[0].orders = RACE_BOTH_ORDERS;
	c->skipped = CLASSES_SYNC;
	usleep(100000);
	done(true);
}

static void s_phases(void)
{
	if (strcmp(c->config.search.strategy, "dfs") == 0) {
		add_race();
		s_estimated();
	}
	if (c->config.task == TASK_CHECK && c->config.points != 2)
		abort();
	s_assertion();
}

/* A sampler that finds its bug in execution 7, counted from 1 among all. */
static void s_sample(void)
{
	uint64_t n = c->config.search.first + 1;

	tracing = c->config.trace;
	for (; !c->stop_request; n += c->config.search.stride) {
		begin();
		/* The first of several is the slowest. */
		usleep(c->config.search.first == 0 ? 20000 : 1000);
		if (n % 7 == 0 || tracing) {
			struct channel_bug *b;

			event(1, OP_mutex_lock, &savings.lock, 40, P, 0);
			b = bug(BUG_abort, 1, n % 2 ? "odd" : "even");
			b->pc = (uint64_t)s_sample + 4;
			end();
			done(false);
		}
		end();
	}
	c->state = RUN_STOPPED;
	exit(0);
}

static const struct {
	const char *name;
	void (*run)(void);
} scenario[] = {
#define S(name)                                                                \
	{                                                                      \
#name, s_##name                                                \
	}
	S(verified),
	S(races),
	S(hole),
	S(steps),
	S(big),
	S(bounded),
	S(estimated),
	S(points),
	S(deaf),
	S(assertion),
	S(deadlock),
	S(free),
	S(many),
	S(stack),
	S(crash),
	S(two),
	S(left),
	S(moody),
	S(found),
	S(found_then_error),
	S(left_well),
	S(hang),
	S(leaks),
	S(leaks_after_bug),
	S(leaks_after_nonsense),
	S(killed),
	S(rounds),
	S(asleep),
	S(flaky),
	S(diverge),
	S(other),
	S(error),
	S(refused),
	S(world),
	S(version),
	S(damaged),
	S(damaged_race),
	S(trampled),
	S(early),
	S(between),
	S(phases),
	S(half_changed),
	S(orders),
	S(overwritten),
	S(sample),
};

static int module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct channel_module *m = &c->module[c->modules];

	if (c->modules == MODULES_MAX)
		return 1;
	memset(m, 0, sizeof *m);
	if (info->dlpi_name[0] == '\0') {
		if (c->modules || readlink("/proc/self/exe", m->path,
					  sizeof m->path - 1) < 0)
			return 0;
		m->instrumented = 1;
	} else {
		snprintf(m->path, sizeof m->path, "%s", info->dlpi_name);
	}
	m->base = info->dlpi_addr;
	m->start = UINT64_MAX;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD)
			continue;
		if (start < m->start)
			m->start = start;
		m->end = start + p->p_memsz;
	}
	c->modules++;
	return 0;
}

int main(int argc, char **argv)
{
	const char *fd = getenv(CHANNEL_ENV);

	if (!fd || argc < 2)
		return 0; /* as a program that was not built by scarp cc */
	c = mmap((void *)CHANNEL_BASE, sizeof *c, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, atoi(fd), 0);
	if (c == MAP_FAILED)
		return 1;
	snprintf(c->runtime_build, sizeof c->runtime_build, "%s", SCARP_BUILD);
	c->modules = 0;
	dl_iterate_phdr(module, NULL);
	if (c->config.task == TASK_PLACE) {
		c->state = RUN_DONE;
		return 0;
	}
	c->state = RUN_STARTED;
	c->saved = c->config.keep; /* nothing, but the command cannot know */
	for (size_t i = 0; i < sizeof scenario / sizeof scenario[0]; i++)
		if (strcmp(argv[1], scenario[i].name) == 0)
			scenario[i].run();
	return 2;
}
