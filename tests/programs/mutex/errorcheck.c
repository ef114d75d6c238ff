/* SPDX-License-Identifier: MIT */
/* errorcheck: an error-checking mutex reports misuse to its caller
 *
 * Its errors are defined behaviour, so they are no bugs: EDEADLK (35) for a
 * second lock, EPERM (1) for an unlock by another thread, EBUSY (16) for the
 * owner's trylock, EPERM for an unlock of a free one.
 *
 * check: --exhaustive
 * verdict: verified
 * states: relock=35,try=16,other=1,free=1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m;

static void *unlock(void *unused)
{
	return (void *)(intptr_t)pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutexattr_t attr;
	int relock, try, other, free;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &attr);
	pthread_mutexattr_destroy(&attr);
	assert(pthread_mutex_lock(&m) == 0);
	relock = pthread_mutex_lock(&m);
	try = pthread_mutex_trylock(&m);
	other = (int)(intptr_t)finish(start(unlock, NULL));
	assert(pthread_mutex_unlock(&m) == 0);
	free = pthread_mutex_unlock(&m);
	printf("relock=%d,try=%d,other=%d,free=%d\n", relock, try, other, free);
	return 0;
}
