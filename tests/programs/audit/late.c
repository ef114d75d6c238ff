/* SPDX-License-Identifier: MIT */
/* late: a difference that the last execution leaves, whose number is no power
 * of two
 *
 * T1, T2 and the join of T1: 3 orders, and dfs takes the one that begins with
 * T2 last.  Only there T2 adds to 0.
 *
 * holes: unannounced unseen_stores
 * modes: checkpoint restart
 * fallback: fork
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: x=2
 * executions: 3
 * says: 'left' of
 */
#include "test.h"

static atomic_int x;
int left = 1;

static void *first(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

static void *second(void *unused)
{
	if (atomic_fetch_add(&x, 1) == 0)
		__asm__ volatile("incl (%0)" : : "r"(&left) : "memory", "cc");
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	printf("x=%d\n", x);
	return 0;
}
