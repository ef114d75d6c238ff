/* SPDX-License-Identifier: MIT
 *
 * What is no time is an error only where the mutex has to be waited for: its
 * owner gives it back before or after.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 22
 *
 * check: --exhaustive
 * flags: -DOWN
 * verdict: verified
 * states: 22
 */
#include "test.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused)
{
	static const struct timespec none = {0, 2000000000};

	printf("%d\n", pthread_mutex_timedlock(&mutex, &none));
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&mutex);
#ifdef OWN
	locks(NULL);
	(void)t;
#else
	t = start(locks, NULL);
	pthread_mutex_unlock(&mutex);
	finish(t);
#endif
	return 0;
}
