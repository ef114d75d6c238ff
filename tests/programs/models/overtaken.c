/* SPDX-License-Identifier: MIT */
/* overtaken: a plain store that nobody knows to race yet, behind a late one
 *
 * A buffer is first in, first out: who finds x finds y.  The plain store of x
 * is made at once as long as its instruction is no decision point; what an
 * execution comes to in which that race shows is nothing that a machine does.
 *
 * By hand: no assertion fails.  Where the instruction never becomes a point
 * (--points) such executions are left out, which is a hole.
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * verdict: verified
 *
 * check: --model tso
 * verdict: verified
 *
 * check: --exhaustive --reduce none --model tso
 * verdict: verified
 * modes: checkpoint
 *
 * check: --strategy ipb --model tso
 * verdict: verified
 * modes: checkpoint
 *
 * check: --strategy dfs --points sync --model tso
 * verdict: partial
 * holes: points_left_out unbuffered
 * exit: 4
 *
 * check: --strategy random --max-executions 500 --seed 3 --model tso
 * flags: -DPASSED
 * verdict: partial
 * exit: 0
 *
 * check: --strategy pos --max-executions 500 --seed 5 --model tso
 * flags: -DPASSED
 * verdict: partial
 * exit: 0
 *
 * check: --exhaustive --model tso
 * flags: -DPASSED
 * verdict: verified
 */
#include "test.h"

#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)

static int w, x, y, z;

#if defined PASSED
static void *passes(void *unused)
{
	put(&y, 1);
	*(volatile int *)&x = 1;
	return unused;
}

static void *other(void *unused)
{
	put(&z, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(passes, NULL), u = start(other, NULL);

	if (get(&z) && *(volatile int *)&x)
		assert(get(&y) == 1);
	finish(t);
	finish(u);
	return 0;
}
#else
static void *looks(void *unused)
{
	put(&w, 1);
	if (get(&y) == 0 && *(volatile int *)&x)
		assert(*(volatile int *)&y != 0);
	return unused;
}

int main(void)
{
	pthread_t t = start(looks, NULL);

	put(&y, 1);
	if (get(&w) == 0)
		*(volatile int *)&x = 1;
	finish(t);
	return 0;
}
#endif
