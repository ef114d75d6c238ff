/* SPDX-License-Identifier: MIT */
/* stacks: late stores on a thread's own stack, which others come to later
 *
 * Of a stack that no other thread touches nothing is told; the first touch has
 * the search begin again.  By hand: main's store of 1 comes before or after
 * that of 2; with -DBOTH, a store of each and a load of the other's place, all
 * four by tso, and not 00 by sc.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1 2
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * states: 1 2
 *
 * check: --exhaustive --model pso
 * verdict: verified
 * states: 1 2
 *
 * check: --model tso
 * verdict: verified
 * states: 1 2
 *
 * check: --exhaustive
 * flags: -DBOTH
 * verdict: verified
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DBOTH
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce source --model tso
 * flags: -DBOTH
 * verdict: verified
 * states: 00 01 10 11
 */
#include "test.h"

#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)

static int y, found;

static void *other(void *of_main)
{
	int *x = of_main;

#if defined BOTH
	put(&y, 1);
	found = get(x);
#else
	put(x, 2);
#endif
	return x;
}

int main(void)
{
	int x = 0;
	pthread_t t = start(other, &x);

	put(&x, 1);
#if defined BOTH
	int mine = get(&y);

	finish(t);
	printf("%d%d\n", found, mine);
#else
	finish(t);
	printf("%d\n", get(&x));
#endif
	return 0;
}
