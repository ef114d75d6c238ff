/* SPDX-License-Identifier: MIT */
/* clock_far: who waits for the clock lets 1 ms pass, in all 8, ... 8^5, 69 min
 *
 * verdict: verified
 * native: hangs it would take an hour
 *
 * Nobody else moves it, so the thread wakes at 2^15 + 4,128,768 ms, the first
 * of these sums that is not below an hour.
 *
 * check: --exhaustive --reduce none
 * states: passed=4161536
 * executions: 1
 *
 * If it looks at something else besides: 1 ms and 99, then the clock jumps: 128
 * ms, 256, ...  2^21, the first of these sums that is not below an hour (before
 * it is 2,097,124).
 *
 * check: --exhaustive --turns erased
 * flags: -DPOLLS=atomic_load(&flag)
 * states: passed=4194276
 */
#include "test.h"

#ifndef POLLS
#define POLLS 0
#endif

atomic_int flag;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void)
{
	long begin = now_ms();

	while (!(POLLS) && now_ms() < begin + 3600000)
		;
	printf("passed=%ld\n", now_ms() - begin);
	return 0;
}
