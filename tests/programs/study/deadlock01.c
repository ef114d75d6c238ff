/* SPDX-License-Identifier: MIT */
/* Two locks, taken in two orders.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug deadlock
 * executions: 12
 * first: 9
 * bounds: 1 9 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug deadlock
 * executions: 9
 * first: 7
 * bounds: 1 8 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug deadlock
 * executions: 46
 * failed: 3
 * first: 10
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *ab(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void *ba(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, ab, NULL);
	pthread_create(&t[1], NULL, ba, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
