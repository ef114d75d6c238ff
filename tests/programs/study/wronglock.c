/* SPDX-License-Identifier: MIT */
/* One thread counts under one lock, others under another.
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DCOUNTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 856
 * first: 243
 * bounds: 1 783 66
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DCOUNTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 22
 * first: 15
 * bounds: 1 21 2
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DCOUNTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 3006
 * first: 3233
 *
 * check: {study} --strategy ipb --max-executions 100000
 * flags: -O0 -DCOUNTERS=7
 * modes: checkpoint restart
 * time: 600
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DCOUNTERS=7
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 42
 * first: 31
 * bounds: 1 41 2
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DCOUNTERS=7
 * modes: checkpoint restart
 * time: 600
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
	pthread_t t[COUNTERS + 1];

	pthread_create(&t[0], NULL, watcher, NULL);
	for (int i = 1; i <= COUNTERS; i++)
		pthread_create(&t[i], NULL, counter, NULL);
	for (int i = 0; i <= COUNTERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
