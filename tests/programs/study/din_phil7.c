/* SPDX-License-Identifier: MIT */
/* Philosophers eat one at a time, and take the lock of the table again where
 * they should release it.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug self_deadlock
 * executions: 7
 * first: 1
 * bounds: 0 7 7
 * check: {study} --strategy idb --finish-bound
 * verdict: bug self_deadlock
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug self_deadlock
 * executions: 924
 * failed: 924
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	PEOPLE = 7
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
	/* Meant to release it. */
	pthread_mutex_lock(&table); /* BUG */
	if (++full == PEOPLE)
		assert(0);
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
