/* SPDX-License-Identifier: MIT */
/* timeout_takes_no_signal: a waiter that timed out consumes no signal
 *
 * T waits with a timeout, U without.  Main signals once, when both wait.  If
 * T timed out before the signal, the signal must wake U.  If it woke T, T
 * wakes U.  So U always ends.
 *
 * check: --exhaustive
 * verdict: verified
 * states: rc=0 rc=110
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *timed(void *unused)
{
	struct timespec at;
	int rc;

	from_now(&at, 0);
	pthread_mutex_lock(&m);
	if (++waiting == 2)
		pthread_cond_signal(&ready);
	rc = pthread_cond_timedwait(&c, &m, &at);
	if (rc == 0)
		pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return (void *)(intptr_t)rc;
}

static void *untimed(void *unused)
{
	pthread_mutex_lock(&m);
	if (++waiting == 2)
		pthread_cond_signal(&ready);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(timed, NULL), u = start(untimed, NULL);
	int rc;

	pthread_mutex_lock(&m);
	while (waiting < 2)
		pthread_cond_wait(&ready, &m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	rc = (int)(intptr_t)finish(t);
	finish(u);
	printf("rc=%d\n", rc);
	return 0;
}
