/* SPDX-License-Identifier: MIT */
/* sleep_1: as many test programs wait for each other
 *
 * Both flags are set whatever the schedule; what is seen of `late` depends on
 * it.
 *
 * check: --exhaustive
 * verdict: verified
 * states: late=0 late=1
 * native: sc 3
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: late=0 late=1
 */
#include "test.h"

static atomic_int set, late;

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
		sleep(1);
	seen = atomic_load(&late);
	finish(t);
	printf("late=%d\n", seen);
	return 0;
}
