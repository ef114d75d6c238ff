/* SPDX-License-Identifier: MIT */
/* abba: two mutexes in opposite order
 *
 * check: --exhaustive
 * verdict: bug deadlock
 * says: T1 forward waits for &n, held by T2 since abba.c:19 (lock at abba.c:20)
 * says: T2 backward waits for &m, held by T1 since abba.c:19
 *
 * check:
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *forward(void *unused)
{
	both(&m, &n);
	return NULL;
}

static void *backward(void *unused)
{
	both(&n, &m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(forward, NULL), b = start(backward, NULL);

	finish(a);
	finish(b);
	return 0;
}
