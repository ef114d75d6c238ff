/* SPDX-License-Identifier: MIT */
/* Three stations pass a value on, in any order; the fourth thread expects
 * that all have the same. Main leaves without waiting.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 24
 * first: 8
 * bounds: 0 24 4
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 29
 * first: 10
 * bounds: 2 22 3
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 280
 * failed: 57
 * first: 8
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x = 1, y = 2, z = 1;
static int passed[3];

static void *first(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	x = (z + 1) % 4;
	passed[0] = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *second(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	y = x;
	passed[1] = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *third(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	z = y;
	passed[2] = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *judge(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	if (passed[0] && passed[1] && passed[2])
		assert(x == y && y == z); /* BUG */
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_create(&t[2], NULL, third, NULL);
	pthread_create(&t[3], NULL, judge, NULL);
	return 0;
}
