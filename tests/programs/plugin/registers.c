/* SPDX-License-Identifier: MIT */
/* registers: variables that are registers, in front of assembly
 *
 * What is announced of the assembly is a call, which uses these registers: it
 * comes before they are set.
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -O1
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -O2
 * verdict: verified
 */
#include "test.h"

static int shared;

static inline long sum(long a, long b, long c, int *memory)
{
	register long r10 __asm__("r10") = a;
	register long r8 __asm__("r8") = b;
	register long r9 __asm__("r9") = c;
	long out;

	__asm__ volatile("lea (%1,%2), %0; add %3, %0; addl $1, %4"
			 : "=&r"(out)
			 : "r"(r10), "r"(r8), "r"(r9), "m"(*memory)
			 : "memory");
	return out;
}

static void *adds(void *argument)
{
	long n = *(long *)argument;

	assert(sum(n, 20, 300, &shared) == 320 + n);
	return NULL;
}

int main(void)
{
	long one = 1;
	pthread_t t = start(adds, &one);

	finish(t);
	assert(sum(one, one + 1, one + 2, &shared) == 6);
	return 0;
}
