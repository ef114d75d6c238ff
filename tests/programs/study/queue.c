/* SPDX-License-Identifier: MIT */
/* Two threads take turns by flags; what comes out is compared with what went
 * in at a place that counts tries.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 100
 * first: 98
 * bounds: 1 97 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 482
 * first: 63
 * bounds: 2 420 326
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: bug assertion
 * executions: 100000
 * failed: 59036
 * first: 43
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	SIZE = 20
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int queue[SIZE], in, out;
static int stored[SIZE];
static int may_put = 1, may_get;

static void *put(void *arg)
{
	int value = 0;

	(void)arg;
	pthread_mutex_lock(&m);
	queue[in++] = value;
	stored[0] = value;
	pthread_mutex_unlock(&m);
	for (int i = 1; i < SIZE; i++) {
		pthread_mutex_lock(&m);
		if (may_put) {
			queue[in++] = ++value;
			stored[i] = value;
			may_put = 0;
			may_get = 1;
		}
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *get(void *arg)
{
	(void)arg;
	for (int i = 0; i < SIZE; i++) {
		pthread_mutex_lock(&m);
		if (may_get) {
			assert(queue[out++] == stored[i]); /* BUG */
			may_get = 0;
			may_put = 1;
		}
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, put, NULL);
	pthread_create(&t[1], NULL, get, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
