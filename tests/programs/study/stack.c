/* SPDX-License-Identifier: MIT */
/* One thread pushes; the other pops as soon as anything was pushed, even when
 * all is popped again.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 50
 * first: 23
 * bounds: 1 47 9
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 32
 * first: 22
 * bounds: 1 31 9
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: bug assertion
 * executions: 100000
 * failed: 6361
 * first: 22
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	TIMES = 10
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stack[TIMES], top, begun;

static void *push(void *arg)
{
	(void)arg;
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&m);
		stack[top++] = i;
		begun = 1;
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *pop(void *arg)
{
	(void)arg;
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&m);
		if (begun) {
			assert(top > 0); /* BUG */
			top--;
		}
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, push, NULL);
	pthread_create(&t[1], NULL, pop, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
