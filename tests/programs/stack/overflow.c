/* SPDX-License-Identifier: MIT */
/* overflow: recursion without end, in a thread and in main
 *
 * check: --exhaustive
 * verdict: bug stack_overflow
 *
 * check: --exhaustive
 * flags: -DIN_MAIN
 * verdict: bug stack_overflow
 *
 * check:
 * flags: -DIN_MAIN
 * verdict: bug stack_overflow
 */
#include "test.h"

static volatile int depth;

static int deeper(int n)
{
	volatile char frame[1000];

	frame[0] = (char)n;
	depth = n;
	return deeper(n + 1) + frame[0];
}

static void *work(void *unused)
{
	return (void *)(intptr_t)deeper(0);
}

int main(void)
{
#ifdef IN_MAIN
	work(NULL);
#else
	finish(start(work, NULL));
#endif
	return 0;
}
