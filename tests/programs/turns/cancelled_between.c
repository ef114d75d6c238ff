/* SPDX-License-Identifier: MIT */
/* cancelled_between: a thread that polls is cancelled in a turn that came to
 * nothing; another one stores what it waits for, takes it back, stores again
 *
 * By hand: it leaves its loop for the 1 or for the 2, each before main asks it
 * to end, or after that; or it is cancelled where it saw the first 0 or the
 * second one.
 *
 * check: --exhaustive --turns erased
 * compilers: gcc
 * verdict: verified
 * last_round: 6
 * races: none
 */
#include "test.h"
#include <unistd.h>

static atomic_int x;

static void *wait_for(void *unused)
{
	while (!atomic_load(&x))
		usleep(10);
	return unused;
}

static void *stores(void *unused)
{
	atomic_store(&x, 1);
	atomic_store(&x, 0);
	atomic_store(&x, 2);
	return unused;
}

int main(void)
{
	pthread_t waiting = start(wait_for, NULL), other = start(stores, NULL);

	pthread_cancel(waiting);
	pthread_join(waiting, NULL);
	finish(other);
	return 0;
}
