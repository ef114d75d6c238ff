/* SPDX-License-Identifier: MIT */
/* diverges: the test does something else than before, and the error names the
 * first step where that is seen
 *
 * T1 adds twice, then main joins it; T2 adds once: 4 orders.  dfs has T2
 * between the two in the third, which leaves a trace that the audits after the
 * executions 2 and 4 do not see; the fourth begins with T2, which is not
 * created any more.
 *
 * check: --exhaustive --reduce none
 * modes: restart
 * verdict: error
 * says: at step 1 thread T2 could run before and cannot now
 */
#include "test.h"

static atomic_int x;
int left;

static void *twice(void *unused)
{
	atomic_fetch_add(&x, 1);
	atomic_fetch_add(&x, 1);
	return NULL;
}

static void *once(void *unused)
{
	if (atomic_fetch_add(&x, 1) == 1)
		__asm__ volatile("incl (%0)" : : "r"(&left) : "memory", "cc");
	return NULL;
}

int main(void)
{
	pthread_t t = start(twice, NULL), u;

	if (!left)
		u = start(once, NULL);
	finish(t);
	if (!left)
		finish(u);
	return 0;
}
