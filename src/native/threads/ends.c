/* SPDX-License-Identifier: MIT */
/* ends.c - how the process ends: exit, return from main, abort, assert
 *
 * exit is a decision point; handlers and destructors run on the calling thread
 * as part of the execution, other threads still schedulable; the last step is
 * taken only when no other thread is enabled (search-rules 2).
 */
#include "native/entry/entry.h"
#include "native/entry/library.h"
#include "native/fail.h"
#include "native/footprint.h"
#include "native/linear/operation.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/state.h"
#include "native/threads/thread.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/posix/ident.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* One registered handler, in the arena; rewound with the execution. */
struct handler {
	uint64_t next; /* arena index of the older one; 0: none */
	void *function;
	void *argument;
	uint32_t kind; /* 0: atexit, 1: __cxa_atexit, 2: on_exit; EARLY, RUN */
	uint32_t quick;
	uint64_t of; /* an address in the library, of early ones */
};

enum {
	EARLY = 3, /* by a library's constructor: part of the library's end */
	RUN = 4
};

static void left(int status, uint64_t pc) __attribute__((noreturn));
static void left(int status, uint64_t pc)
{
	int expected = rt.channel->config.expect_exit;

	rt.world.exit_status = (uint32_t)status;
	/* What the threads that an assumption stopped left behind is no bug;
	 * what failed beside them is, since it fails before them as well. */
	if (rt.world.pruned)
		execution_leave(OUTCOME_PRUNED);
	if (status != expected)
		bug(BUG_exit_status, pc, 0,
			"the process ends with status %d, not %d", status,
			expected);
	operations_judge();
	printed_judge(pc);
	leak_check(pc);
	execution_leave(OUTCOME_ENDED);
}

static void leave(int status, uint64_t pc) __attribute__((noreturn));
static void leave(int status, uint64_t pc)
{
	sched_point(OP_process_leave, 0, 0, pc);
	left(status, pc);
}

/* Here others may register more, if there are any: their ends matter. */
static void others_may_register(enum touches handlers, uint64_t pc)
{
	if (rt.world.seen < 2)
		return;
	shared_read(&rt.world.live);
	if (rt.world.live > 1 || rt.world.starting)
		state_point(handlers, 0, true, pc);
}

/* The first is taken with the operation that ends the process. */
static void run_handlers(int status, bool quick, uint64_t pc)
{
	while (rt.world.at_exit) {
		struct handler *h =
			(struct handler *)(void *)(rt.arena + rt.world.at_exit);

		rt.world.at_exit = h->next;
		spin_abandon(); /* what has run does not come again */
		if (h->quick != quick)
			continue;
		if (h->kind == 2)
			((void (*)(int, void *))h->function)(
				status, h->argument);
		else
			((void (*)(void *))h->function)(h->argument);
		others_may_register(quick ? TOUCHES_quick_exit_quick_handlers
					  : TOUCHES_exit_handlers,
			pc);
	}
}

static void run_handlers_of(uint64_t start, uint64_t end)
{
	uint64_t at = rt.world.at_exit_early;

	while (at) {
		struct handler *h = (struct handler *)(void *)(rt.arena + at);

		at = h->next;
		if (h->kind != EARLY || h->of - start >= end - start)
			continue;
		undo_save(h, sizeof *h);
		h->kind = RUN;
		spin_abandon();
		((void (*)(void *))h->function)(h->argument);
	}
}

bool process_runs_at_exit(void)
{
	return entry_destroys() || library_destroys() ||
	       rt.world.at_exit != 0 || rt.world.at_exit_early != 0;
}

/* An inline object of C++ that a library made first may be the program's. */
static bool destroy(void)
{
	const struct channel_module *program = &rt.channel->module[0];
	bool any = entry_destroy();

	run_handlers_of(program->start, program->end);
	return library_destroy(run_handlers_of) || any;
}

void process_exit(int status, uint64_t pc)
{
	thread_touch(rt.self);
	if (cancel_due(rt.self))
		cancel_at_exit(rt.self);
	rt.self->leaving = 1;
	sched_point(OP_process_exit, 0, 0, pc);
	STATE_ALSO(exit, handlers);
	cxx_run_thread_destructors();
	run_handlers(status & 0xff, false, pc);
	/* They are a handler themselves, the first of all: what others register
	 * while they run comes behind them.  There are none yet while libraries
	 * begin. */
	if (!rt.world.constructing && destroy()) {
		others_may_register(TOUCHES_exit_handlers, pc);
		run_handlers(status & 0xff, false, pc);
	}
	run_handlers_of(0, UINT64_MAX); /* nobody's */
	output_cleanup();
	leave(status & 0xff, pc);
}

void process_ended(void)
{
	footprint_rest_is_nobodys();
	output_cleanup();
	left(0, 0);
}

static int add_handler(
	void *function, void *argument, uint32_t kind, bool quick, uint64_t pc)
{
	uint32_t index;
	struct handler *h;

	state_point(quick ? TOUCHES_at_quick_exit_quick_handlers
			  : TOUCHES_atexit_handlers,
		0, true, pc);
	h = (struct handler *)(void *)arena_words(sizeof *h / 4, &index);
	spin_abandon();
	*h = (struct handler){
		rt.world.at_exit, function, argument, kind, quick, 0};
	rt.world.at_exit = index;
	return 0;
}

/* Nobody else is there, and nobody else's handlers are beside it. */
static int add_early(void (*function)(void *), void *argument, void *dso)
{
	uint32_t index;
	struct handler *h =
		(struct handler *)(void *)arena_words(sizeof *h / 4, &index);

	*h = (struct handler){rt.world.at_exit_early, (void *)function,
		argument, EARLY, false, (uint64_t)dso};
	rt.world.at_exit_early = index;
	return 0;
}

/* --- the C library's names ---------------------------------------------------
 */

int __cxa_atexit(void (*f)(void *), void *arg, void *dso);

EXPORT int __cxa_atexit(void (*f)(void *), void *arg, void *dso)
{
	if (!controlled())
		return REAL(__cxa_atexit)(f, arg, dso);
	if (rt.world.constructing && !rt.self->id)
		return add_early(f, arg, dso);
	return add_handler((void *)f, arg, 1, false, CALLER);
}

EXPORT int atexit(void (*f)(void))
{
	return controlled() ? add_handler((void *)f, 0, 0, false, CALLER)
			    : REAL(__cxa_atexit)((void (*)(void *))f, 0, 0);
}

EXPORT int on_exit(void (*f)(int, void *), void *arg)
{
	return controlled() ? add_handler((void *)f, arg, 2, false, CALLER)
			    : REAL(on_exit)(f, arg);
}

EXPORT int at_quick_exit(void (*f)(void))
{
	int __cxa_at_quick_exit(void (*g)(void *), void *dso);

	return controlled() ? add_handler((void *)f, 0, 0, true, CALLER)
			    : REAL(__cxa_at_quick_exit)((void (*)(void *))f, 0);
}

EXPORT void exit(int status)
{
	if (controlled())
		process_exit(status, CALLER);
	REAL(exit)(status);
	__builtin_unreachable();
}

EXPORT void quick_exit(int status)
{
	if (!controlled()) {
		REAL(quick_exit)(status);
		__builtin_unreachable();
	}
	sched_point(OP_process_exit, 0, 0, CALLER);
	STATE_ALSO(quick_exit, quick_handlers);
	run_handlers(status & 0xff, true, CALLER);
	leave(status & 0xff, CALLER);
}

EXPORT void _exit(int status)
{
	if (controlled())
		leave(status & 0xff, CALLER);
	REAL(_exit)(status);
	__builtin_unreachable();
}

EXPORT void _Exit(int status)
{
	if (controlled())
		leave(status & 0xff, CALLER);
	REAL(_exit)(status);
	__builtin_unreachable();
}

EXPORT void abort(void)
{
	char text[200];

	if (!controlled()) {
		REAL(abort)();
		__builtin_unreachable();
	}
	if (uncaught_exception(text, sizeof text))
		bug(BUG_uncaught_exception, CALLER, 0,
			"terminate was called with an exception of type %s",
			text);
	signal_abort(CALLER);
	bug(BUG_abort, CALLER, 0, "abort was called by thread T%u",
		rt.self->id);
}

EXPORT void __assert_fail(const char *expression, const char *file,
	unsigned line, const char *function)
{
	if (!controlled()) {
		REAL(__assert_fail)(expression, file, line, function);
		__builtin_unreachable();
	}
	bug_at(BUG_assertion, CALLER, file, line,
		"assertion \"%s\" failed in %s", expression,
		function ? function : "?");
}

EXPORT void __assert_perror_fail(
	int error, const char *file, unsigned line, const char *function)
{
	if (!controlled()) {
		REAL(__assert_perror_fail)(error, file, line, function);
		__builtin_unreachable();
	}
	bug_at(BUG_assertion, CALLER, file, line, "unexpected error %d in %s",
		error, function ? function : "?");
}

/* std::__glibcxx_assert_fail: a check of -D_GLIBCXX_ASSERTIONS.  It stands in a
 * header of the library; the bug is where the test called that. */
void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line,
	const char *function, const char *condition);

EXPORT void _ZSt21__glibcxx_assert_failPKciS0_S0_(
	const char *file, int line, const char *function, const char *condition)
{
	if (!controlled()) {
		REAL(_ZSt21__glibcxx_assert_failPKciS0_S0_)
		(file, line, function, condition);
		__builtin_unreachable();
	}
	bug(BUG_assertion, CALLER, 0, "libstdc++: \"%s\" is not so at %s:%d",
		condition ? condition : "?", file ? file : "?", line);
}
