/* SPDX-License-Identifier: MIT */
/* late_wake: a signal that was sent before its thread waits comes while that
 * waits, or is late and comes when somebody has let it go on
 *
 * Printed: was it sent before the thread came to wait; did it wait; did the
 * handler come behind that.  By hand: who waits not at all has seen that it
 * was sent, as the lock says; else anything.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1,0,0 1,0,1 0,1,0 0,1,1 1,1,0 1,1,1
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: 1,0,0 1,0,1 0,1,0 0,1,1 1,1,0 1,1,1
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 1,0,0 1,0,1 0,1,0 0,1,1 1,1,0 1,1,1
 */
#include "test.h"

#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int sent, before, waiting, ready, waited;
static volatile int behind, came;

static void handle(int number)
{
	came = behind;
}

static void *waits(void *unused)
{
	pthread_mutex_lock(&lock);
	before = sent;
	waiting = 1;
	while (!ready)
		pthread_cond_wait(&cond, &lock);
	behind = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, handle);
	t = start(waits, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	pthread_mutex_lock(&lock);
	sent = 1;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	waited = waiting;
	ready = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	finish(t);
	printf("%d,%d,%d\n", before, waited, came);
	return 0;
}
