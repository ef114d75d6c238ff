/* SPDX-License-Identifier: MIT */
/* usleep: polling with a sleep is a spin too: sleeping alone changes nothing
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=1
 * native: sc
 */
#include "test.h"

static atomic_int set;

static void *set_it(void *unused)
{
	atomic_store(&set, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);

	while (!atomic_load(&set))
		usleep(9);
	finish(t);
	printf("set=1\n");
	return 0;
}
