/* SPDX-License-Identifier: MIT */
/* residue: a local that nobody sets is the same in every execution and mode,
 * whatever calls have left on the stack before, of the test, of libc and of
 * scarp
 *
 * look() reads 160 KiB of locals that it never set, after deep() has written
 * them, or has not.  They read as zero: 0,0.  One thread with two
 * additions and the join that follows, one with two additions: 5! / (3! 2!).
 *
 * check: --exhaustive --reduce none
 * flags: -Wno-uninitialized -Wno-maybe-uninitialized
 * verdict: verified
 * states: 0,0
 * executions: 10
 */
#include "test.h"

static atomic_int x;

__attribute__((noinline)) static int deep(int n)
{
	volatile unsigned char bytes[4000];

	for (int i = 0; i < 4000; i++)
		bytes[i] = (unsigned char)(n + 1);
	return n < 40 ? deep(n + 1) + bytes[7] : bytes[7];
}

__attribute__((noinline)) static unsigned look(int n)
{
	volatile unsigned char bytes[4000];
	volatile long word;
	unsigned sum = (unsigned)word;

	for (int i = 0; i < 4000; i++)
		sum = sum * 31 + bytes[i];
	if (n < 40)
		sum ^= look(n + 1);
	bytes[0] = 1;
	return sum;
}

static void *work(void *unused)
{
	unsigned sum;

	atomic_fetch_add(&x, 1);
	sum = look(0);
	atomic_fetch_add(&x, 1);
	deep(0);
	return (void *)(uintptr_t)(sum | look(0));
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	unsigned s = (unsigned)(uintptr_t)finish(a);

	printf("%x,%x\n", s, (unsigned)(uintptr_t)finish(b));
	return 0;
}
