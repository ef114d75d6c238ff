/* SPDX-License-Identifier: MIT */
/* Philosophers eat one at a time; that all have eaten is called a failure.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 4051
 * first: 1
 * bounds: 0 4051 4051
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: bug assertion
 * executions: 100000
 * failed: 100000
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	PEOPLE = 6
};

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fork_of[PEOPLE];
static int full;

static void *dine(void *arg)
{
	int mine = *(int *)arg;

	pthread_mutex_lock(&table);
	pthread_mutex_lock(&fork_of[(mine + 1) % PEOPLE]);
	pthread_mutex_lock(&fork_of[mine]);
	pthread_mutex_unlock(&fork_of[mine]);
	pthread_mutex_unlock(&fork_of[(mine + 1) % PEOPLE]);
	pthread_mutex_unlock(&table);
	pthread_mutex_lock(&table);
	if (++full == PEOPLE)
		assert(0); /* BUG */
	pthread_mutex_unlock(&table);
	return NULL;
}

int main(void)
{
	int number[PEOPLE];
	pthread_t t[PEOPLE];

	for (int i = 0; i < PEOPLE; i++)
		pthread_mutex_init(&fork_of[i], NULL);
	for (int i = 0; i < PEOPLE; i++) {
		number[i] = i;
		pthread_create(&t[i], NULL, dine, &number[i]);
	}
	for (int i = 0; i < PEOPLE; i++)
		pthread_join(t[i], NULL);
	return 0;
}
