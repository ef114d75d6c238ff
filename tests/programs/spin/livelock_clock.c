/* SPDX-License-Identifier: MIT */
/* livelock_clock: looks at the clock, too, but what it waits for never comes
 *
 * check: --exhaustive
 * verdict: bug livelock
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

atomic_int flag;

int main(void)
{
	long begin = now_ms();

	while (!atomic_load(&flag) || now_ms() < begin)
		now_ms();
	return 0;
}
