/* SPDX-License-Identifier: MIT */
/* identity: numbers of process, threads and processor are the same in every
 * execution and mode, by library function and by system call
 *
 * Two additions and the join that follows the first of them: 3 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * distinct: 1
 * scope: one_processor
 * executions: 3
 *
 * A real processor may have another number.
 * native: exits -6
 */
#include "test.h"
#include <sched.h>
#include <sys/syscall.h>

static atomic_int x;

static void *work(void *unused)
{
	pid_t me = gettid();

	assert(syscall(SYS_gettid) == me);
	assert(me != getpid());
	assert(sched_getcpu() == 0);
	atomic_fetch_add(&x, 1);
	return (void *)(intptr_t)me;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);
	int a = (int)(intptr_t)finish(t), b = (int)(intptr_t)finish(u);

	assert(gettid() == getpid() && syscall(SYS_getpid) == getpid());
	assert(a != b);
	printf("%d,%d,%d,%d\n", (int)getpid(), (int)getppid(), a, b);
	return 0;
}
