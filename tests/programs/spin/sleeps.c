/* SPDX-License-Identifier: MIT */
/* sleeps: as many test programs wait for each other
 *
 * Both flags are set whatever the schedule; what is seen of `late` depends on
 * it.
 *
 * verdict: verified
 * states: late=0 late=1
 *
 * check: --exhaustive
 * flags: -DSLEEP_0
 * native: sc
 *
 * check: --exhaustive
 * flags: -DSLEEP_0 -O0
 *
 * check: --exhaustive
 * flags: -DSLEEP_1
 * native: sc 3
 *
 * check: --exhaustive
 * flags: -DSLEEP_1 -O0
 *
 * check: --exhaustive
 * flags: -DUSLEEP_0
 * native: sc
 *
 * check: --exhaustive
 * flags: -DUSLEEP_0 -O0
 *
 * check: --exhaustive
 * flags: -DNANOSLEEP
 * native: sc
 *
 * check: --exhaustive
 * flags: -DNANOSLEEP -O0
 */
#include "test.h"

static atomic_int set, late;

static void wait_a_little(void)
{
#if defined SLEEP_0
	sleep(0);
#elif defined SLEEP_1
	sleep(1);
#elif defined USLEEP_0
	usleep(0);
#elif defined NANOSLEEP
	nanosleep(&(struct timespec){.tv_nsec = 100}, NULL);
#else
#error which?
#endif
}

static void *set_it(void *unused)
{
	atomic_store(&set, 1);
	atomic_store(&late, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);
	int seen;

	while (!atomic_load(&set))
		wait_a_little();
	seen = atomic_load(&late);
	finish(t);
	printf("late=%d\n", seen);
	return 0;
}
