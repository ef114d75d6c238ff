/* SPDX-License-Identifier: MIT */
/* As twostage.c, with 99 writers: the read of the first value is under the
 * wrong lock, and races with their stores.
 *
 * flags: -O0
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * check: {study} --strategy ipb --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 2 99304 0
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	WRITERS = 99
};

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
	pthread_t t[WRITERS + 1];

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&t[i], NULL, writer, NULL);
	pthread_create(&t[WRITERS], NULL, reader, NULL);
	for (int i = 0; i <= WRITERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
