/* SPDX-License-Identifier: MIT */
/* alloca_leaf: the same where no decision point stood as deep as the stores, as
 * in a function that calls nothing
 *
 * What alloca gives is no variable: the compiler does not set it.  The half
 * near the frame may hold what calls of the same life have left.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: 0,0
 * executions: 10
 */
#include "test.h"
#include <alloca.h>

static atomic_int x;

__attribute__((noinline)) static uintptr_t look(size_t n)
{
	volatile unsigned char *junk = alloca(n);
	uintptr_t sum = 0;

	for (size_t i = 0; i < n / 2; i++) {
		sum |= junk[i];
		junk[i] = 5;
	}
	return sum;
}

static void *work(void *unused)
{
	uintptr_t sum;

	atomic_fetch_add(&x, 1);
	sum = look(200000);
	atomic_fetch_add(&x, 1);
	return (void *)sum;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	unsigned long m = (unsigned long)finish(a);

	printf("%lx,%lx\n", m, (unsigned long)finish(b));
	return 0;
}
