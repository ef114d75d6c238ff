/* SPDX-License-Identifier: MIT */
/* Philosophers eat one at a time; that all have eaten is called a failure.
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DPEOPLE=2
 * verdict: bug assertion
 * executions: 3
 * first: 1
 * bounds: 0 3 3
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DPEOPLE=2
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0
 * flags: -O0 -DPEOPLE=2
 * verdict: bug assertion
 * executions: 5336
 * failed: 4686
 * first: 1
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DPEOPLE=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 13
 * first: 1
 * bounds: 0 13 13
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DPEOPLE=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DPEOPLE=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 85542
 * first: 1
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DPEOPLE=4
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 73
 * first: 1
 * bounds: 0 73 73
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DPEOPLE=4
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DPEOPLE=4
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 86231
 * first: 1
 *
 * check: {study none} --strategy ipb --finish-bound
 * flags: -O0 -DPEOPLE=5 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 501
 * first: 1
 * bounds: 0 501 501
 * check: {study none} --strategy idb --finish-bound
 * flags: -O0 -DPEOPLE=5 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study none} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DPEOPLE=5 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 100000
 * first: 1
 *
 * check: {study none} --strategy ipb --finish-bound
 * flags: -O0 -DPEOPLE=6 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 4051
 * first: 1
 * bounds: 0 4051 4051
 * check: {study none} --strategy idb --finish-bound
 * flags: -O0 -DPEOPLE=6 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 1
 * first: 1
 * bounds: 0 1 1
 * check: {study none} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DPEOPLE=6 -DLOCKED
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 100000
 * first: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

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
#ifdef LOCKED
	pthread_mutex_lock(&table);
	if (++full == PEOPLE)
		assert(0); /* BUG */
	pthread_mutex_unlock(&table);
#else
	++full;
	if (full == PEOPLE)
		assert(0); /* BUG */
#endif
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
