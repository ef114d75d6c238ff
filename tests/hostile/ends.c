/* SPDX-License-Identifier: MIT */
/* ends.c - ways to leave, and not to */
#include "hostile.h"

#include <sys/resource.h>
#include <sys/time.h>

HOSTILE(exit_3, "exit_status")
{
	exit(3);
}
HOSTILE(_exit_3, "exit_status")
{
	_exit(3);
}
HOSTILE(quick_exit_3, "exit_status")
{
	quick_exit(3);
}
HOSTILE(aborted, "abort")
{
	abort();
}
HOSTILE(exit_3_unseen, "exit_status")
{
	call_unseen(SYS_exit_group, 3, 0, 0);
}
HOSTILE(exit_0_unseen, "error any")
{
	call_unseen(SYS_exit_group, 0, 0, 0);
}
HOSTILE(exit_86_unseen, "exit_status error")
{
	call_unseen(SYS_exit_group, 86, 0, 0);
}
HOSTILE(thread_exit_unseen, "error any")
{
	call_unseen(SYS_exit, 0, 0, 0);
}
HOSTILE(thread_exit, "any")
{
	pthread_exit(0);
}

static void signal_unseen(int number)
{
	call_unseen(SYS_kill, call_unseen(SYS_getpid, 0, 0, 0), number, 0);
}
HOSTILE(killed_unseen, "error")
{
	signal_unseen(SIGKILL);
}
HOSTILE(terminated_unseen, "crash any")
{
	signal_unseen(SIGTERM);
}
HOSTILE(interrupted_unseen, "crash any")
{
	signal_unseen(SIGINT);
}
HOSTILE(stopped_unseen, "error")
{
	signal_unseen(SIGSTOP);
}
HOSTILE(raised_segv, "crash error")
{
	raise(SIGSEGV);
}
HOSTILE(raised_kill, "crash error")
{
	raise(SIGKILL);
}
HOSTILE(raised_stop, "crash error no_progress")
{
	raise(SIGSTOP);
}
HOSTILE(alarm_unseen, "crash no_progress any")
{
	call_unseen(SYS_alarm, 1, 0, 0);
	call_unseen(SYS_pause, 0, 0, 0);
}
HOSTILE(group_killed_unseen, "error")
{
	call_unseen(SYS_kill, 0, SIGKILL, 0);
}

static void handler(int number)
{
}
HOSTILE(handler_that_returns, "crash no_progress error any")
{
	struct sigaction action = {.sa_handler = handler};

	sigaction(SIGSEGV, &action, 0);
	*(volatile int *)8 = 5;
}
HOSTILE(all_blocked, "crash error any")
{
	uint64_t all = ~0ull;

	call_unseen(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, 0);
	*(volatile int *)8 = 5;
}
HOSTILE(no_signal_stack, "stack_overflow crash any")
{
	stack_t none = {.ss_flags = SS_DISABLE};

	call_unseen(SYS_sigaltstack, (long)&none, 0, 0);
	*(volatile int *)8 = 5;
}

HOSTILE(no_end_without_hooks, "no_progress error handler=livelock")
{
	for (;;)
		__asm__ volatile("");
}
HOSTILE(no_end_with_hooks, "error livelock no_progress")
{
	for (volatile int i = 0;; i++)
		;
}
/* A second thread: where the others came to their ends first, executions ended.
 */
HOSTILE(no_end_with_operations, "error livelock second=partial")
{
	for (;;)
		atomic_fetch_add(&turns, 1);
}
HOSTILE(asleep_unseen, "error")
{
	for (;;)
		call_unseen(SYS_pause, 0, 0, 0);
}
HOSTILE(little_time, "crash error any")
{
	struct rlimit limit = {0, 0};

	call_unseen(SYS_setrlimit, RLIMIT_CPU, (long)&limit, 0);
	for (volatile long i = 0; i < 1000; i++)
		;
}
