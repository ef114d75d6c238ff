/* SPDX-License-Identifier: MIT */
/* child_unseen: a process that a system call makes which nobody sees has no
 * part in the search: it ends where it would write into what the search shares
 *
 * The thread adds and prints, main adds: before, between or after these.
 *
 * check: --exhaustive --reduce none
 * verdict: partial
 * holes: unannounced
 * executions: 3
 * states: 0 1
 */
#include "test.h"

#include <sys/syscall.h>

static atomic_int x;

static long call_unseen(long number, long a, long b, long c)
{
	register long d __asm__("r10") = 0;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d)
			 : "rcx", "r11", "memory");
	return result;
}

static void *adds(void *unused)
{
	long child = call_unseen(SYS_fork, 0, 0, 0);

	/* The child goes on, and it goes first. */
	if (child > 0)
		call_unseen(SYS_wait4, child, 0, 0);
	printf("%d\n", atomic_fetch_add(&x, 1));
	return NULL;
}

int main(void)
{
	pthread_t t = start(adds, NULL);

	atomic_fetch_add(&x, 1);
	finish(t);
	return 0;
}
