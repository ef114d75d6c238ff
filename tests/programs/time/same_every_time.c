/* SPDX-License-Identifier: MIT */
/* same_every_time: clocks are virtual: what a test reads depends on nothing but
 * its schedule
 *
 * Reading commutes, and no time passes by itself: one value in all executions.
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 1
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	time(NULL);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	struct timespec now;

	atomic_fetch_add(&x, 1);
	clock_gettime(CLOCK_REALTIME, &now);
	finish(t);
	printf("%ld.%ld,%ld\n", (long)now.tv_sec, now.tv_nsec,
		(long)time(NULL));
	return 0;
}
