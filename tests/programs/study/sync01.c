/* SPDX-License-Identifier: MIT */
/* The slot is full, and nobody empties it.
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
 * executions: 6
 * failed: 6
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int n = 1;

static void *produce(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	while (n > 0)
		pthread_cond_wait(&empty, &m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&full);
	return NULL;
}

static void *look(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	while (n == 0)
		pthread_cond_wait(&full, &m);
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&empty);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, produce, NULL);
	pthread_create(&t[1], NULL, look, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
