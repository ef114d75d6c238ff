/* SPDX-License-Identifier: MIT */
/* again_two: two threads each wait for a moment in a loop that counts its
 * turns; time passes for one by the other, and neither keeps the other from its
 * end
 *
 * verdict: verified
 * scope: clock_stands
 * states: late=0
 * native: sc
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce source
 */
#include "test.h"

static int late[2];

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *wait_a_little(void *late)
{
	long end = now_ms() + 1;
	volatile int turns = 0;

	while (now_ms() < end)
		turns = turns + 1;
	*(int *)late = now_ms() < end;
	return NULL;
}

int main(void)
{
	pthread_t t = start(wait_a_little, &late[0]);

	wait_a_little(&late[1]);
	finish(t);
	printf("late=%d\n", late[0] + late[1]);
	return 0;
}
