/* SPDX-License-Identifier: MIT */
/* child.c - fork mode: each execution in a process of its own */
#include "native/execution.h"
#include "native/fail.h"
#include "native/output.h"
#include "native/races/shadow.h"
#include "native/linear/serial.h"
#include "native/reruns.h"
#include "native/threads/number.h"
#include "native/threads/thread.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child ended in a way that nobody has recorded: killed, or by an exit that
 * went past us.  The command judges that, and it looks at this process. */
static void end_like(int status)
{
	if (WIFSIGNALED(status)) {
		struct sigaction plain = {.sa_handler = SIG_DFL};
		uint64_t none = 0;

		REAL(sigaction)(WTERMSIG(status), &plain, 0);
		syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, 0, sizeof none);
		syscall(SYS_kill, syscall(SYS_getpid), WTERMSIG(status));
	}
	_exit(WEXITSTATUS(status));
}

/* Nobody waits for it when the command is gone. */
static void end_with(long parent)
{
	syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (syscall(SYS_getppid) != parent)
		_exit(CHILD_DONE);
}

/* In the process that is to run the test.  A child that a system call makes
 * which nobody sees (inline assembly, the inside of a library) would go on with
 * the search beside us: it does not find what the search shares, and the fault
 * ends it (on_fatal, where the second one is quiet). */
void execution_share_no_more(void)
{
	madvise(rt.channel, sizeof *rt.channel, MADV_DONTFORK);
	if (rt.names)
		madvise(rt.names, sizeof *rt.names, MADV_DONTFORK);
	reruns_share_no_more();
	serial_share_no_more();
	outcomes_share_no_more();
}

/* This process is one execution's. */
static void run_alone(struct start *from) __attribute__((noreturn));
static void run_alone(struct start *from)
{
	rt.child = 1;
	execution_share_no_more();
	execution_run(from);
	rt.channel->in_execution = 0;
	_exit(CHILD_DONE);
}

/* The child explores one execution; the search lies in shared memory. */
void execution_in_child(struct start *from)
{
	long pid, parent = syscall(SYS_getpid);
	int status = 0;

	threads_prepare();
	if (rt.channel->config.debug)
		run_alone(from); /* the only one: gdb has this process */
	pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (pid < 0)
		run_error(ERR_IO, 0, "cannot fork" SC(511));
	if (pid == 0) {
		end_with(parent);
		run_alone(from);
	}
	while (syscall(SYS_wait4, pid, &status, 0, 0) != pid)
		;
	rt.points_grew = points_left();
	thread_names_load();
	if (rt.channel->state == RUN_ERROR)
		_exit(5);
	if (!rt.channel->in_execution)
		return;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != CHILD_CRASHED ||
		rt.channel->crashed != rt.channel->executions_begun)
		end_like(status);
	if (rt.channel->audit.task == AUDIT_SEARCH)
		execution_lost();
}
