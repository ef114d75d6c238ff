/* SPDX-License-Identifier: MIT */
/* recursive_read: glibc's lock prefers readers unless told otherwise, so a
 * second read lock of one thread does not wait for a writer that waits
 *
 * check: --exhaustive
 * verdict: verified
 * states: ended
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *write_it(void *unused)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t = start(write_it, NULL);

	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	finish(t);
	printf("ended\n");
	return 0;
}
