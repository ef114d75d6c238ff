/* SPDX-License-Identifier: MIT
 *
 * Waiting with a mutex that the caller does not hold is EPERM where the mutex
 * is of a type that looks (POSIX; of a recursive one: glibc).
 *
 * check: --exhaustive
 * verdict: verified
 */
#include "test.h"

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void wait_with(int type, int robust)
{
	static const struct timespec past = {0, 0};
	pthread_mutexattr_t a;
	pthread_mutex_t mutex;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, type);
	pthread_mutexattr_setrobust(&a, robust);
	pthread_mutex_init(&mutex, &a);
	assert(pthread_cond_wait(&condition, &mutex) == EPERM);
	assert(pthread_cond_timedwait(&condition, &mutex, &past) == EPERM);
	pthread_mutex_destroy(&mutex);
}

int main(void)
{
	wait_with(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
	wait_with(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
	wait_with(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
	return 0;
}
