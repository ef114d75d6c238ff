/* SPDX-License-Identifier: MIT */
/* limits: a loop that looks at a flag until a time limit runs out: short limits
 * do at any moment; long ones where nobody else can go on, whether the loop
 * counts its turns or not
 *
 * verdict: verified
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DLIMIT=100 -DTURNS=
 * states: late=0 late=1
 * scope: clock_stands
 *
 * check: --exhaustive
 * flags: -DLIMIT=101 -DTURNS=
 * states: late=0
 * scope: clock_waits
 *
 * check: --exhaustive
 * flags: -DLIMIT=101 -DTURNS= -DNEVER
 * states: late=1
 * scope: clock_waits
 *
 * check: --exhaustive
 * flags: -DLIMIT=127 -DTURNS=turns++
 * states: late=0 late=1
 * scope: clock_stands
 *
 * check: --exhaustive
 * flags: -DLIMIT=128 -DTURNS=turns++
 * states: late=0
 * scope: clock_stands
 *
 * check: --exhaustive
 * flags: -DLIMIT=128 -DTURNS=turns++ -DNEVER
 * states: late=1
 * scope: clock_waits
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

atomic_int set;
static volatile int turns;

static void *set_it(void *unused)
{
#ifndef NEVER
	atomic_store(&set, 1);
#endif
	return NULL;
}

int main(void)
{
	long end = now_ms() + LIMIT;
	pthread_t t = start(set_it, NULL);

	while (!atomic_load(&set) && now_ms() < end)
		TURNS;
	printf("late=%d\n", !atomic_load(&set));
	finish(t);
	return 0;
}
