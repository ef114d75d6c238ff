/* SPDX-License-Identifier: MIT */
/* Three threads under one lock; the last expects too little.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 13
 * first: 1
 * bounds: 0 13 6
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 118
 * failed: 81
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	data += 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *two(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	data += 2;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *judge(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	assert(data < 3); /* BUG */
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_create(&t[2], NULL, judge, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
