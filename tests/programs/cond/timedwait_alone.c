/* SPDX-License-Identifier: MIT */
/* timedwait_alone: nobody signals, so it times out, holding the mutex again
 *
 * Time has moved at least to the deadline.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc 1
 * states: rc=110,late=1
 * executions: 1
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	struct timespec at, now;
	int rc;

	from_now(&at, 5);
	pthread_mutex_lock(&m);
	rc = pthread_cond_timedwait(&c, &m, &at);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_mutex_unlock(&m);
	clock_gettime(CLOCK_REALTIME, &now);
	printf("rc=%d,late=%d\n", rc,
		now.tv_sec > at.tv_sec ||
			(now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec));
	return 0;
}
