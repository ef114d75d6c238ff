/* SPDX-License-Identifier: MIT */
/* last_moments: two threads that wait for what never comes, up to a limit; the
 * clock jumps where neither can go on, after which the first of them depends on
 * all that was before, also where the search has gone back to that place
 *
 * verdict: verified
 * scope: clock_waits
 * states: late=2
 * native: sc
 *
 * Each thread reads the clock three times and lets time pass twice between
 * (1 and 99 ms); then it waits, but for the other one's time that passes.  A
 * reading, and the end of such a wait, depend on the other one's passing of
 * time; these commute: 63 traces, by enumeration.  Behind the jump either is
 * the first.  One more execution shows that a second round is needed.
 *
 * check: --exhaustive --turns erased
 * executions: 127
 *
 * check: --exhaustive --reduce source --turns erased
 * executions: 127
 */
#include "test.h"

static int late[2];
atomic_int never;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *waits(void *late)
{
	while (!atomic_load(&never) && now_ms() < 1000201)
		;
	*(int *)late = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(waits, &late[0]);

	waits(&late[1]);
	finish(t);
	printf("late=%d\n", late[0] + late[1]);
	return 0;
}
