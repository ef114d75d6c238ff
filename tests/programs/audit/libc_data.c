/* SPDX-License-Identifier: MIT */
/* libc_data: the same with a variable of the C library
 *
 * The last words of the standard error stream, which lies in libc's data and
 * does not use them.
 *
 * holes: unannounced
 * modes: checkpoint restart
 * fallback: fork
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: counted=1
 * executions: 3
 * says: of libc.so.6
 * says: starting again in fork mode
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);
	FILE *f = stderr;
	int *counted = (int *)((char *)f + sizeof *f - 8);

	__asm__ volatile("incl (%0)" : : "r"(counted) : "memory");
	finish(t);
	finish(u);
	printf("counted=%d\n", *(volatile int *)counted);
	return 0;
}
