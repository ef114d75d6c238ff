/* SPDX-License-Identifier: MIT */
/* clock_rounds: forty waits for the clock in turn: each has jumps enough
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * scope: clock_waits
 * native: sc
 * states: rounds=40
 * executions: 1
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
	int rounds;

	for (rounds = 0; rounds < 40; rounds++) {
		long end = now_ms() + 1;

		while (now_ms() < end)
			;
	}
	printf("rounds=%d\n", rounds);
	return 0;
}
