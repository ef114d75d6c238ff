/* SPDX-License-Identifier: MIT */
/* again_count: how often a loop reads before time passes, and how much does
 *
 * A thread alone: five readings of one time, behind the sixth 1 ms passes, and
 * it is made once more; so in turn 6 the loop sees 1 ms, in turn 7 it is 2
 * more, and 4 more in turn 8.  Or no time passes there, but behind the 24th.
 *
 * verdict: verified
 * executions: 2
 * states: 6:1,7:3,8:7, 24:1,25:3,26:7,
 * scope: clock_stands
 * native: prints anything
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce none
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
	volatile int turns = 0;
	long begin = 1000000, passed;

	do {
		passed = now_ms() - begin;
		turns = turns + 1;
		if (passed > 0)
			printf("%d:%ld,", turns, passed);
	} while (passed < 5);
	printf("\n");
	return 0;
}
