/* SPDX-License-Identifier: MIT */
/* A writer stores two values under two locks; a reader comes between.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 10
 * first: 9
 * bounds: 1 7 1
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 9
 * first: 7
 * bounds: 1 8 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 87
 * failed: 3
 * first: 13
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *writer(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&one);
	first = 1;
	pthread_mutex_unlock(&one);
	pthread_mutex_lock(&two);
	second = first + 1;
	pthread_mutex_unlock(&two);
	return NULL;
}

static void *reader(void *arg)
{
	int a, b;

	(void)arg;
	pthread_mutex_lock(&one);
	a = first;
	pthread_mutex_unlock(&one);
	if (a == 0)
		return NULL;
	pthread_mutex_lock(&two);
	b = second;
	pthread_mutex_unlock(&two);
	assert(b == a + 1); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
