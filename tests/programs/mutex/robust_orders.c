/* SPDX-License-Identifier: MIT
 *
 * Who gets a robust mutex after its owner's end comes after all that one did.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 0 1
 */
#include "test.h"

static pthread_mutex_t mutex;
static int value;

static void *ends(void *unused)
{
	pthread_mutex_lock(&mutex);
	value = 1;
	return unused;
}

static void *takes(void *unused)
{
	int got = pthread_mutex_lock(&mutex);

	printf("%d\n", value);
	if (got == EOWNERDEAD)
		pthread_mutex_consistent(&mutex);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_mutexattr_t robust;
	pthread_t a, b;

	pthread_mutexattr_init(&robust);
	pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mutex, &robust);
	a = start(ends, NULL);
	b = start(takes, NULL);
	finish(a);
	finish(b);
	return 0;
}
