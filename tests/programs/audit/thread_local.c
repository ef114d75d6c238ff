/* SPDX-License-Identifier: MIT */
/* thread_local: a store that nobody announced, into a thread-local variable,
 * needs no fork mode: every thread starts from the initial image
 *
 * holes: unannounced
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * executions: 2
 * states: 5
 */
#include "test.h"

static atomic_int x;
static __thread int mine = 5;

static void *work(void *unused)
{
	int before;

	atomic_fetch_add(&x, 1);
	before = *(volatile int *)&mine;
	__asm__ volatile("incl (%0)" : : "r"(&mine) : "memory", "cc");
	return (void *)(intptr_t)before;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	printf("%d\n", (int)(intptr_t)finish(t));
	return 0;
}
