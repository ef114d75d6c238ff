/* SPDX-License-Identifier: MIT */
/* livelock_in_one_schedule: the flag is taken back before the spinner saw it
 *
 * check: --exhaustive
 * verdict: bug livelock
 */
#include "test.h"

static atomic_int flag;

static void *pulse(void *unused)
{
	atomic_store(&flag, 1);
	atomic_store(&flag, 0);
	return NULL;
}

int main(void)
{
	pthread_t t = start(pulse, NULL);

	while (!atomic_load(&flag))
		;
	finish(t);
	return 0;
}
