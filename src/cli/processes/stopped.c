/* SPDX-License-Identifier: MIT */
/* stopped.c - one look at a hanging process with ptrace
 *
 * Tests are compiled with frame pointers, so that the chain of saved rbp (x29)
 * is the call stack.  Code of libraries without them ends the walk early.
 */
#include "cli/processes/stopped.h"

#include <elf.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

/* In fork mode the child is where the test runs. */
static pid_t innermost(pid_t pid)
{
	char path[64];
	int child;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid,
		(int)pid);
	f = fopen(path, "re");
	if (f && fscanf(f, "%d", &child) == 1)
		pid = child;
	if (f)
		fclose(f);
	return pid;
}

static bool registers(pid_t pid, uint64_t *pc, uint64_t *frame)
{
	struct user_regs_struct regs;
	struct iovec iov = {&regs, sizeof regs};

	if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &iov) != 0)
		return false;
#if defined(__x86_64__)
	*pc = regs.rip;
	*frame = regs.rbp;
	return true;
#elif defined(__aarch64__)
	*pc = regs.pc;
	*frame = regs.regs[29];
	return true;
#else
	return false;
#endif
}

static void walk(pid_t pid, struct channel_stack *stack)
{
	uint64_t pc, frame, saved[2];

	if (!registers(pid, &pc, &frame))
		return;
	stack->pc[stack->frames++] = pc + 1; /* like a return address */
	while (stack->frames < STACK_MAX && frame && frame % 8 == 0) {
		struct iovec here = {saved, sizeof saved};
		struct iovec there = {(void *)frame, sizeof saved};

		if (process_vm_readv(pid, &here, 1, &there, 1, 0) !=
				sizeof saved ||
			saved[0] <= frame || saved[1] == 0)
			return;
		stack->pc[stack->frames++] = saved[1];
		frame = saved[0];
	}
}

void stopped_stack(const struct process *p, struct channel_stack *stack)
{
	pid_t pid = innermost(p->pid);
	int status;

	if (ptrace(PTRACE_SEIZE, pid, 0, 0) != 0)
		return;
	if (ptrace(PTRACE_INTERRUPT, pid, 0, 0) == 0 &&
		waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status))
		walk(pid, stack);
	ptrace(PTRACE_DETACH, pid, 0, 0);
}
