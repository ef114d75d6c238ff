/* SPDX-License-Identifier: MIT */
/* volatile: a plain volatile flag, as old programs have it
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=1
 *
 * check:
 * verdict: verified
 * states: set=1
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
		;
	finish(t);
	printf("set=%d\n", set);
	return 0;
}
