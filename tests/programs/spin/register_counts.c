/* SPDX-License-Identifier: MIT */
/* register_counts: a loop that differs from turn to turn in nothing but a
 * register gives up at last: no spin
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=0 set=1
 * native: sc
 */
#include "test.h"

static atomic_int flag;

static void *work(void *unused)
{
	atomic_store(&flag, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int turns = 0, set;

	do
		set = atomic_load(&flag);
	while (!set && ++turns < 8);
	finish(t);
	printf("set=%d\n", set);
	return 0;
}
