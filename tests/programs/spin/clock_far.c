/* SPDX-License-Identifier: MIT */
/* clock_far: the clock jumps 1 ms, then 2, 4, ... up to an hour
 *
 * Nobody else moves it, so the thread wakes at 1 + 2 + 4 + ... + 2^21 ms, the
 * first of these sums that is not below an hour (the one before is 2,097,151).
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: passed=4194303
 * executions: 1
 * native: hangs it would take an hour
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void)
{
	long begin = now_ms();

	while (now_ms() < begin + 3600000)
		;
	printf("passed=%ld\n", now_ms() - begin);
	return 0;
}
