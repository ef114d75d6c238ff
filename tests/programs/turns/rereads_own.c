/* SPDX-License-Identifier: MIT */
/* rereads_own: a loop stores to the place that it goes round with
 *
 * What the exchange finds is its own 0: the next turn expects that, and is
 * done. It was taken for a livelock.
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * compilers: clang
 * verdict: verified
 */
#include "test.h"

static atomic_int x;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	atomic_store(&x, 0);
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int old = atomic_load(&x);

	do
		atomic_store(&x, 0);
	while (!atomic_compare_exchange_strong(&x, &old, 1));
	finish(t);
	return 0;
}
