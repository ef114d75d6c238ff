/* SPDX-License-Identifier: MIT */
/* uninitialised: what a fresh stack holds is the same in every execution
 *
 * check: --exhaustive
 * flags: -Wno-uninitialized
 * verdict: verified
 * distinct: 1
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	volatile unsigned char junk[4000];
	uintptr_t sum = 0;

	atomic_fetch_add(&x, 1);
	for (int i = 0; i < 4000; i++)
		sum = sum * 31 + junk[i];
	for (int i = 0; i < 4000; i++)
		junk[i] = 5;
	atomic_fetch_add(&x, 1);
	return (void *)sum;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	unsigned long m = (unsigned long)finish(a);
	unsigned long n = (unsigned long)finish(b);

	printf("%lx,%lx\n", m, n);
	return 0;
}
