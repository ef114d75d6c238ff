/* SPDX-License-Identifier: MIT */
/* everywhere_again: an access that is like the one before is a decision point
 * with --points everywhere as that one was
 *
 * Each thread reads, writes, reads and reads a variable of its own, main joins
 * the first when that has ended: among five steps lie the four of the second
 * thread, C(9,4) = 126 interleavings of one trace.
 *
 * check: --points everywhere --exhaustive --reduce none
 * verdict: verified
 * executions: 126
 * check: --points everywhere --exhaustive
 * verdict: verified
 * executions: 1
 * races: none
 * states: 1,1
 */
#include "test.h"

static volatile int a, b;

static void *work(void *shared)
{
	volatile int *p = shared;

	*p = *p + 1;
	return *p == *p ? NULL : shared;
}

int main(void)
{
	pthread_t t = start(work, (void *)&a), u = start(work, (void *)&b);

	finish(t);
	finish(u);
	printf("%d,%d\n", a, b);
	return 0;
}
