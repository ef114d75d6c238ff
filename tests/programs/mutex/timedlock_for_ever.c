/* SPDX-License-Identifier: MIT */
/* timedlock_for_ever: the owner never unlocks, so only the timeout is left
 *
 * No deadlock: the thread can go on.
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc 1
 * states: rc=110
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *unused)
{
	struct timespec at;

	from_now(&at, 1);
	return (void *)(intptr_t)pthread_mutex_timedlock(&m, &at);
}

int main(void)
{
	int rc;

	pthread_mutex_lock(&m);
	rc = (int)(intptr_t)finish(start(wait, NULL));
	printf("rc=%d\n", rc);
	return 0;
}
