/* SPDX-License-Identifier: MIT */
/* many_waits: a hundred waits in one place that counts its turns, and one of
 * forty hours: each comes to an end
 *
 * verdict: verified
 * native: hangs it would take forty hours
 *
 * check: --exhaustive --reduce none
 * states: waits=100,hours=1
 * scope: clock_stands clock_waits
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static volatile unsigned turns;

static void wait_until(long end)
{
	while (now_ms() < end)
		turns++;
}

int main(void)
{
	int waits;
	long begin;

	for (waits = 0; waits < 100; waits++)
		wait_until(now_ms() + 1);
	begin = time(NULL);
	while (time(NULL) < begin + 40 * 3600)
		;
	printf("waits=%d,hours=1\n", waits);
	return 0;
}
