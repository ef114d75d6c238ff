/* SPDX-License-Identifier: MIT */
/* clocklock: the same with a clock of one's choice
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0 got=1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(hold, NULL);
	struct timespec at;
	int rc;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += 3600;
	rc = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &at);
	if (rc == 0)
		pthread_mutex_unlock(&m);
	else
		assert(rc == ETIMEDOUT);
	finish(t);
	printf("got=%d\n", rc == 0);
	return 0;
}
