/* SPDX-License-Identifier: MIT
 *
 * A robust mutex whose owner ends: who has waited long enough before that goes
 * without it, who comes after gets it, with a word.  What comes of it is
 * looked at when both have ended.
 *
 * check: --exhaustive
 * verdict: verified
 * states: free timeout owner_died
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: free timeout owner_died
 */
#include "test.h"

static pthread_mutex_t mutex;
static int got;

static void *asks(void *unused)
{
	static const struct timespec past = {0, 0};

	got = pthread_mutex_timedlock(&mutex, &past);
	if (got != ETIMEDOUT)
		pthread_mutex_unlock(&mutex);
	return unused;
}

static void *owns(void *unused)
{
	pthread_mutex_trylock(&mutex);
	return unused;
}

int main(void)
{
	pthread_mutexattr_t robust;
	pthread_t a, b;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mutex, &robust);
	a = start(asks, NULL);
	b = start(owns, NULL);
	finish(a);
	finish(b);
	puts(got == 0 ? "free" : got == ETIMEDOUT ? "timeout" : "owner_died");
	return 0;
}
