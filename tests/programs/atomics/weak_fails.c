/* SPDX-License-Identifier: MIT */
/* weak_fails: a weak compare-and-swap that fails for no reason
 *
 * HOW 0: one; it stores, or fails and tells the value that it expected.
 * HOW 1: a loop around one: it fails no time or once.
 * HOW 2: two threads that each add one in such a loop: nothing is lost.
 * HOW 3: one that its program does not try again.
 * HOW 4: of 16 bytes.
 * HOW 5: one that fails for a reason as well tells the value.
 *
 * check: --strategy dfs --spurious
 * flags: -DHOW=0
 * verdict: verified
 * executions: 2
 * states: 1,0,1 0,0,0
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=1
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --exhaustive --spurious --spurious-max 2
 * flags: -DHOW=1
 * verdict: verified
 * executions: 3
 * states: 0 1 2
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=2
 * verdict: verified
 * states: 2
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=3
 * verdict: bug assertion
 *
 * check: --exhaustive
 * flags: -DHOW=3
 * verdict: verified
 * scope: no_weak_failure
 *
 * check: --exhaustive --spurious
 * flags: -DHOW=4 -mcx16
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --strategy dfs --spurious
 * flags: -DHOW=5
 * verdict: verified
 * states: 0,7
 */
#include "test.h"

static atomic_int x;

static void *adds(void *unused)
{
	int seen = atomic_load(&x);

	while (!atomic_compare_exchange_weak(&x, &seen, seen + 1))
		;
	return NULL;
}

int main(void)
{
	int seen = 0, done, n = 0;

	switch (HOW) {
	case 0:
		done = atomic_compare_exchange_weak(&x, &seen, 1);
		printf("%d,%d,%d\n", done, seen, atomic_load(&x));
		return 0;
	case 1:
		while (!atomic_compare_exchange_weak(&x, &seen, 1))
			n++;
		assert(seen == 0 && x == 1);
		printf("%d\n", n);
		return 0;
	case 2: {
		pthread_t a = start(adds, NULL), b = start(adds, NULL);

		finish(a);
		finish(b);
		printf("%d\n", atomic_load(&x));
		return 0;
	}
	case 3:
		assert(atomic_compare_exchange_weak(&x, &seen, 1));
		return 0;
	case 5:
		atomic_init(&x, 7);
		done = atomic_compare_exchange_weak(&x, &seen, 1);
		printf("%d,%d\n", done, seen);
		return 0;
	default: {
#if HOW == 4
		static __int128 wide;
		__int128 was = 0;

		while (!__atomic_compare_exchange_n(&wide, &was, 5, true,
			__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			n++;
		assert(wide == 5);
#endif
		printf("%d\n", n);
		return 0;
	}
	}
}
