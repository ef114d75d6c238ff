/* SPDX-License-Identifier: MIT */
/* volatile_sleep: a plain flag, and sleep(0) between looks
 *
 * The flag is volatile; the race on it is a finding, not a bug.
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=1
 * races: some
 */
#include "test.h"

static volatile int set;

static void *set_it(void *unused)
{
	set = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);

	while (!set)
		sleep(0);
	finish(t);
	printf("set=%d\n", set);
	return 0;
}
