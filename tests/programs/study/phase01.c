/* SPDX-License-Identifier: MIT */
/* A lock that is never released.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug deadlock
 * executions: 2
 * first: 1
 * bounds: 0 2 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug deadlock
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug deadlock
 * executions: 17
 * failed: 17
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t y = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&x);
	pthread_mutex_unlock(&x);
	pthread_mutex_lock(&x);
	pthread_mutex_lock(&y);
	pthread_mutex_unlock(&y);
	pthread_mutex_lock(&y);
	pthread_mutex_unlock(&y);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, run, NULL);
	pthread_create(&t[1], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
