/* SPDX-License-Identifier: MIT */
/* cancelled: a thread that waits in a loop and sleeps in it can be cancelled
 * there, before or after main looks whether it has ended
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: ended goes_on
 * races: none
 */
#define _GNU_SOURCE
#include "test.h"
#include <unistd.h>

static atomic_int never;

static void *wait_for(void *unused)
{
	while (!atomic_load(&never))
		sleep(0);
	return unused;
}

int main(void)
{
	pthread_t t = start(wait_for, NULL);
	bool ended;

	pthread_cancel(t);
	ended = pthread_tryjoin_np(t, NULL) == 0;
	if (!ended)
		finish(t);
	puts(ended ? "ended" : "goes_on");
	return 0;
}
