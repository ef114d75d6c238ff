/* SPDX-License-Identifier: MIT */
/* fresh_memory: what malloc gives holds the same bytes in every execution
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 1
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	volatile unsigned char *p;
	uintptr_t sum = 0;

	atomic_fetch_add(&x, 1);
	p = malloc(100);
	for (int i = 0; i < 100; i++)
		sum = sum * 31 + p[i];
	memset((void *)p, 9, 100);
	free((void *)p);
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
