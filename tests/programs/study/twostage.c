/* SPDX-License-Identifier: MIT */
/* A writer stores two values under two locks; a reader comes between.  With 99
 * writers the read of the first value is under the wrong lock, and races with
 * their stores.
 *
 * check: {study none} --strategy ipb --finish-bound
 * flags: -O0 -DWRITERS=1
 * verdict: bug assertion
 * executions: 10
 * first: 9
 * bounds: 1 7 1
 * check: {study none} --strategy idb --finish-bound
 * flags: -O0 -DWRITERS=1
 * verdict: bug assertion
 * executions: 9
 * first: 7
 * bounds: 1 8 1
 * check: {study none} --strategy dfs --stop-after 0
 * flags: -O0 -DWRITERS=1
 * verdict: bug assertion
 * executions: 87
 * failed: 3
 * first: 13
 *
 * check: {study} --strategy ipb --max-executions 100000
 * flags: -O0 -DWRITERS=99
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --max-executions 100000
 * flags: -O0 -DWRITERS=99
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 2 99304 0
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DWRITERS=99
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
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
	pthread_t t[WRITERS + 1];

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&t[i], NULL, writer, NULL);
	pthread_create(&t[WRITERS], NULL, reader, NULL);
	for (int i = 0; i <= WRITERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
