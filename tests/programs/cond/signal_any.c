/* SPDX-License-Identifier: MIT */
/* signal_any: a signal wakes any one waiter, not the first one (POSIX)
 *
 * Main signals once when both threads wait; the one that wakes first writes
 * its number and wakes the other.
 *
 * check: --exhaustive
 * verdict: verified
 * states: first=1 first=2
 * native: sc
 *
 * One execution of each trace: 6 orders in which the three take the mutex
 * first, and 2 that may be woken.  Who wakes up while somebody else holds the
 * mutex waits for it: no execution is begun to see whether he could have it.
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: first=1 first=2
 * executions: 12
 * blocked: 0
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting, first;

static void *wait(void *number)
{
	pthread_mutex_lock(&m);
	if (++waiting == 2)
		pthread_cond_signal(&ready);
	pthread_cond_wait(&go, &m);
	if (first == 0)
		first = (int)(intptr_t)number;
	pthread_cond_signal(&go);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(wait, (void *)1), b = start(wait, (void *)2);

	pthread_mutex_lock(&m);
	while (waiting < 2)
		pthread_cond_wait(&ready, &m);
	pthread_cond_signal(&go);
	pthread_mutex_unlock(&m);
	finish(a);
	finish(b);
	printf("first=%d\n", first);
	return 0;
}
