/* SPDX-License-Identifier: MIT */
/* One thread counts under one lock, seven under another.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 42
 * first: 31
 * bounds: 1 41 2
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t wrong = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *watcher(void *arg)
{
	int before;

	(void)arg;
	pthread_mutex_lock(&right);
	before = value;
	value++;
	assert(value == before + 1); /* BUG */
	pthread_mutex_unlock(&right);
	return NULL;
}

static void *counter(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&wrong);
	value++;
	pthread_mutex_unlock(&wrong);
	return NULL;
}

int main(void)
{
	pthread_t t[8];

	pthread_create(&t[0], NULL, watcher, NULL);
	for (int i = 1; i < 8; i++)
		pthread_create(&t[i], NULL, counter, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
