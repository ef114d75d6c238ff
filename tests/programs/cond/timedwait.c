/* SPDX-License-Identifier: MIT */
/* timedwait: woken or timed out, and both are explored
 *
 * check: --exhaustive
 * verdict: verified
 * states: rc=0 rc=110
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signal_it(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(signal_it, NULL);
	struct timespec at;
	int rc;

	clock_gettime(CLOCK_REALTIME, &at);
	at.tv_nsec += 1000000;
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	pthread_mutex_lock(&m);
	rc = pthread_cond_timedwait(&c, &m, &at);
	pthread_mutex_unlock(&m); /* held again, either way */
	finish(t);
	printf("rc=%d\n", rc);
	return 0;
}
