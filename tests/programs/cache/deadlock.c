/* SPDX-License-Identifier: MIT */
/* deadlock: two mutexes in opposite orders; no cache hides the deadlock
 *
 * check: --exhaustive --stop-after 0 --cache hbr
 * verdict: bug deadlock
 * executions: 3
 * check: --exhaustive --stop-after 0 --cache lazy-hbr
 * verdict: bug deadlock
 * executions: 2
 * check: --strategy ipb --cache lazy-hbr
 * verdict: bug deadlock
 * check: --strategy idb --cache hbr
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
		       n = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *one, pthread_mutex_t *other)
{
	pthread_mutex_lock(one);
	pthread_mutex_lock(other);
	pthread_mutex_unlock(other);
	pthread_mutex_unlock(one);
}

static void *first(void *unused)
{
	both(&m, &n);
	return NULL;
}

static void *second(void *unused)
{
	both(&n, &m);
	return NULL;
}

int main(void)
{
	pthread_t one = start(first, NULL), other = start(second, NULL);

	finish(one);
	finish(other);
	return 0;
}
