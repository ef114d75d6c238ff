/* SPDX-License-Identifier: MIT */
/* Two threads change a balance, each once, and a third expects what neither
 * order of them gives. Main leaves without waiting.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 6
 * first: 3
 * bounds: 0 6 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 5
 * first: 3
 * bounds: 1 4 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 28
 * failed: 4
 * first: 3
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 1;
static int paid, taken;

static void *check(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	if (paid && taken)
		assert(balance == 5); /* BUG */
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *pay(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	balance += 2;
	paid = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *take(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	balance -= 4;
	taken = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, check, NULL);
	pthread_create(&t[1], NULL, pay, NULL);
	pthread_create(&t[2], NULL, take, NULL);
	return 0;
}
