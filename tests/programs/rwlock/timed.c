/* SPDX-License-Identifier: MIT */
/* timed: a timed lock against a holder gets it or times out, both explored
 *
 * The writer's section excludes both; a reader that times out saw nothing.
 *
 * check: --exhaustive
 * verdict: verified
 * states: rd=0 rd=1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DWRITE
 * verdict: verified
 * states: wr=0 wr=1
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *hold(void *unused)
{
	pthread_rwlock_wrlock(&l);
	x = 1;
	x = 0;
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t = start(hold, NULL);
	struct timespec at;
	int rc;

	from_now(&at, 3600);
#ifdef WRITE
	rc = pthread_rwlock_timedwrlock(&l, &at);
#else
	rc = pthread_rwlock_timedrdlock(&l, &at);
#endif
	if (rc == 0) {
		assert(x == 0);
		pthread_rwlock_unlock(&l);
	} else
		assert(rc == ETIMEDOUT);
	finish(t);
#ifdef WRITE
	printf("wr=%d\n", rc == 0);
#else
	printf("rd=%d\n", rc == 0);
#endif
	return 0;
}
