/* SPDX-License-Identifier: MIT */
/* early: a difference is found after the first execution, before a later one
 * goes wrong because of it
 *
 * The second execution in one process divides by zero; none does in a process
 * of its own.
 *
 * holes: unannounced unseen_stores
 * modes: checkpoint restart
 * fallback: fork
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: quotient=1
 * executions: 3
 * says: 'counted' of
 */
#include "test.h"

static atomic_int x;
int counted = 1;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);
	int quotient = 1 / counted;

	__asm__ volatile("decl (%0)" : : "r"(&counted) : "memory", "cc");
	finish(t);
	finish(u);
	printf("quotient=%d\n", quotient);
	return 0;
}
