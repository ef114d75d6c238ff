/* SPDX-License-Identifier: MIT */
/* tryjoin: EBUSY (16) while the thread lives; timed join ends either way
 *
 * check: --exhaustive
 * verdict: verified
 * states: rc=0 rc=16
 * native: sc
 *
 * check: --exhaustive
 * flags: -DTIMED
 * verdict: verified
 * states: rc=0 rc=110
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int rc;

#ifdef TIMED
	struct timespec at;

	from_now(&at, 0);
	rc = pthread_timedjoin_np(t, NULL, &at);
#else
	rc = pthread_tryjoin_np(t, NULL);
#endif
	if (rc != 0)
		finish(t);
	assert(atomic_load(&x) == 1);
	printf("rc=%d\n", rc);
	return 0;
}
