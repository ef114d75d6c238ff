/* SPDX-License-Identifier: MIT */
/* timedlock: succeeds or times out, and both are explored
 *
 * Time promises no order: a timeout of an hour may end while the other thread
 * is inside its section.
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0 got=1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside; /* under m */

static void *hold(void *unused)
{
	pthread_mutex_lock(&m);
	inside = 1;
	inside = 0;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(hold, NULL);
	struct timespec at;
	int rc;

	from_now(&at, 3600);
	rc = pthread_mutex_timedlock(&m, &at);
	assert(rc == 0 || rc == ETIMEDOUT);
	if (rc == 0) {
		assert(inside == 0);
		pthread_mutex_unlock(&m);
	}
	finish(t);
	printf("got=%d\n", rc == 0);
	return 0;
}
