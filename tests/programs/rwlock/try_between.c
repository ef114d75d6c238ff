/* SPDX-License-Identifier: MIT */
/* try_between: a try gets the lock while another call is about to take it
 *
 * glibc's write-lock marks the lock before it has it, and a try in between
 * fails.  Here it has the lock, or nobody has: it fails in the first case only,
 * and the verdict says so.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 16
 * scope: try_between
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t = start(writer, NULL);
	int rc = pthread_rwlock_trywrlock(&l);

	if (rc == 0)
		pthread_rwlock_unlock(&l);
	finish(t);
	printf("%d\n", rc);
	return 0;
}
