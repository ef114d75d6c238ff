/* SPDX-License-Identifier: MIT */
/* expected: what a compare-and-exchange compares with lies in shared memory
 *
 * T reads `want` (0, or 1 once main has stored it), compares x, which is 1,
 * with it, and when they differ stores 1 to `want`.  Main looks at `want`, then
 * stores 1.  Main sees 0, or 1 when T has stored first; x becomes 5 when T's
 * read comes after main's store, and stays 1 otherwise; main's look comes
 * before its store, so that 1 seen means x stays 1.
 *
 * races: some
 * flags: -mcx16 -latomic
 *
 * check: --exhaustive
 * args: 4
 * verdict: verified
 * native: sc
 * states: 0,1,1 0,5,1 1,1,1
 *
 * check: --exhaustive
 * args: 1
 * verdict: verified
 * native: sc
 * states: 0,1,1 0,5,1 1,1,1
 *
 * check: --exhaustive
 * args: 16
 * verdict: partial
 * holes: may_tear
 * states: 0,1,1 0,5,1 1,1,1
 */
#include "test.h"

#include <stdlib.h>

typedef unsigned __int128 wide;

#define EXCHANGE(type)                                                         \
	static type x_##type, want_##type;                                     \
	static void *exchange_##type(void *unused)                             \
	{                                                                      \
		__atomic_compare_exchange_n(&x_##type, &want_##type, 5, 0,     \
			__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                   \
		return unused;                                                 \
	}                                                                      \
	static int run_##type(void)                                            \
	{                                                                      \
		pthread_t t;                                                   \
		type seen;                                                     \
                                                                               \
		__atomic_store_n(&x_##type, 1, __ATOMIC_SEQ_CST);              \
		pthread_create(&t, 0, exchange_##type, 0);                     \
		seen = want_##type;                                            \
		want_##type = 1;                                               \
		pthread_join(t, 0);                                            \
		printf("%d,%d,%d\n", (int)seen, (int)x_##type,                 \
			(int)want_##type);                                     \
		return 0;                                                      \
	}

EXCHANGE(int)
EXCHANGE(char)
EXCHANGE(wide)

int main(int argc, char **argv)
{
	switch (atoi(argv[1])) {
	case 1:
		return run_char();
	case 4:
		return run_int();
	default:
		return run_wide();
	}
}
