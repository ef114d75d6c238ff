/* SPDX-License-Identifier: MIT */
/* A driver is stopped while a request begins. Flags are not protected.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 7
 * first: 6
 * bounds: 1 6 1
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 7
 * first: 6
 * bounds: 1 6 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 177
 * failed: 10
 * first: 36
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1;
static int stopping, empty, stopped;

static void finish(void)
{
	int left;

	pthread_mutex_lock(&m);
	left = --pending;
	pthread_mutex_unlock(&m);
	if (left == 0)
		empty = 1;
}

static void *stop(void *arg)
{
	(void)arg;
	stopping = 1;
	finish();
	if (empty)
		stopped = 1;
	return NULL;
}

static void request(void)
{
	if (!stopping) {
		pthread_mutex_lock(&m);
		pending++;
		pthread_mutex_unlock(&m);
		assert(!stopped); /* BUG */
	}
	finish();
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stop, NULL);
	request();
	pthread_join(t, NULL);
	return 0;
}
