/* SPDX-License-Identifier: MIT */
/* wide_weak: a weak compare-and-swap of 16 bytes that fails for no reason fills
 * in what it was given as expected; another thread looks at that
 *
 * check: --exhaustive --spurious
 * compilers: clang
 * flags: -mcx16 -latomic
 * verdict: verified
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * compilers: clang
 * flags: -mcx16 -latomic
 * verdict: verified
 * races: none
 */
#include "test.h"

static _Alignas(16) __int128 word, expected;
static volatile long seen;

static void *looks(void *arg)
{
	seen = (long)expected;
	return arg;
}

int main(void)
{
	pthread_t t = start(looks, NULL);

	__atomic_compare_exchange_n(&word, &expected, 1, true, 5, 5);
	finish(t);
	return 0;
}
