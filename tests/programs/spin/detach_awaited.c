/* SPDX-License-Identifier: MIT */
/* detach_awaited: a thread asks for its attributes until somebody detaches it,
 * and goes on at once
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 * native: sc
 */
#include "test.h"

#include <semaphore.h>

static sem_t over;
static atomic_int gone;

static bool detached(void)
{
	pthread_attr_t attr;
	int state;

	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	pthread_attr_getdetachstate(&attr, &state);
	pthread_attr_destroy(&attr);
	return state == PTHREAD_CREATE_DETACHED;
}

static void *awaits(void *arg)
{
	while (!detached())
		;
	atomic_store(&gone, 1);
	sem_post(&over);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&over, 0, 0);
	t = start(awaits, NULL);
	pthread_detach(t);
	printf("%d\n", atomic_load(&gone));
	sem_wait(&over);
	return 0;
}
