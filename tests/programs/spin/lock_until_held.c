/* SPDX-License-Identifier: MIT */
/* lock_until_held: a thread takes a lock and gives it back until it cannot: it
 * waits for somebody to have it, who only counts as a reader
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *tries(void *arg)
{
	while (pthread_rwlock_trywrlock(&lock) == 0)
		pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t = start(tries, NULL);

	pthread_rwlock_rdlock(&lock);
	finish(t);
	pthread_rwlock_unlock(&lock);
	return 0;
}
