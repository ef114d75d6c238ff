/* SPDX-License-Identifier: MIT */
/* A producer and a consumer with one slot: the sum is always what the test
 * says it must not be.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 4
 * first: 1
 * bounds: 0 4 4
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 19680
 * failed: 19680
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	TIMES = 3
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int n, sum, done;

static void *produce(void *arg)
{
	(void)arg;
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&m);
		while (n > 0)
			pthread_cond_wait(&empty, &m);
		n++;
		pthread_mutex_unlock(&m);
		pthread_cond_signal(&full);
	}
	return NULL;
}

static void *consume(void *arg)
{
	(void)arg;
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&m);
		while (n == 0)
			pthread_cond_wait(&full, &m);
		sum += i;
		n--;
		pthread_mutex_unlock(&m);
		pthread_cond_signal(&empty);
	}
	sum += TIMES;
	done = 1;
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, produce, NULL);
	pthread_create(&t[1], NULL, consume, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	if (done)
		assert(sum != TIMES * (TIMES + 1) / 2); /* BUG */
	return 0;
}
