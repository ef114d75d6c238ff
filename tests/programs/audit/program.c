/* SPDX-License-Identifier: MIT */
/* program: a store that nobody announced, into a variable of the program
 *
 * holes: unannounced unseen_stores
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * native: sc
 * executions: 2
 * states: 0
 * says: 'counter' of
 * says: starting again in fork mode
 */
#include "test.h"

static atomic_int x;
static int counter = 0;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	int before = *(volatile int *)&counter;
	pthread_t t = start(work, NULL);

	atomic_fetch_add(&x, 1);
	__asm__ volatile("incl (%0)" : : "r"(&counter) : "memory", "cc");
	finish(t);
	printf("%d\n", before);
	return 0;
}
