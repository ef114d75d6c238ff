/* SPDX-License-Identifier: MIT */
/* signal_one: a signal wakes no more than one waiter
 *
 * Two threads wait, one signal comes: the other thread sleeps for ever.
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *wait(void *number)
{
	pthread_mutex_lock(&m);
	waiting++;
	pthread_cond_signal(&ready);
	pthread_cond_wait(&go, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(wait, NULL), b = start(wait, NULL);

	pthread_mutex_lock(&m);
	while (waiting < 2)
		pthread_cond_wait(&ready, &m);
	pthread_cond_signal(&go);
	pthread_mutex_unlock(&m);
	finish(a);
	finish(b);
	return 0;
}
