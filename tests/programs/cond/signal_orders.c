/* SPDX-License-Identifier: MIT */
/* signal_orders: who was woken comes after all that was done before the signal,
 * also by a thread that signals without the mutex
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_signal
 * verdict: verified
 * states: 1
 * races: none
 *
 * check: --exhaustive
 * flags: -DWAKE=pthread_cond_broadcast
 * verdict: verified
 * states: 1
 * races: none
 *
 * check: --points=study --strategy dfs
 * flags: -DWAKE=pthread_cond_broadcast
 * verdict: verified
 * states: 1
 * races: none
 *
 * check: --points=study --strategy dfs
 * flags: -DWAKE=pthread_cond_signal
 * verdict: verified
 * states: 1
 * races: none
 */
#include "test.h"

#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t about;
static int x;

static void *signals(void *arg)
{
	sem_wait(&about);
	pthread_mutex_lock(&m); /* the other one waits now */
	pthread_mutex_unlock(&m);
	x = 1;
	WAKE(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&about, 0, 0);
	t = start(signals, NULL);
	pthread_mutex_lock(&m);
	sem_post(&about);
	pthread_cond_wait(&c, &m);
	printf("%d\n", x);
	pthread_mutex_unlock(&m);
	finish(t);
	return 0;
}
