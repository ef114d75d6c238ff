/* SPDX-License-Identifier: MIT */
/* try_before: as try_between, but the writer has something else to do first
 *
 * The try comes before, within, or behind; where it comes first the writer may
 * stand in front of its own variable.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 3
 * states: 0 16
 * scope: try_between
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int own;

static void *writer(void *unused)
{
	atomic_store(&own, 1);
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
