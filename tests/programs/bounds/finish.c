/* SPDX-License-Identifier: MIT */
/* Two threads load and store, l1 s1 and l2 s2; joins j1 j2; one update may be
 * lost.  Schedules in the order of search:
 *
 *   no preemption  l1 s1 l2 s2 j1 j2, l1 s1 j1 l2 s2 j2, l2 s2 l1 s1 j1 j2
 *   one            l1 s1 l2 j1 s2 j2; lost: l1 l2 s2 s1 j1 j2,
 *                  l2 l1 s1 s2 j1 j2, l2 l1 s1 j1 s2 j2
 *   no delay       l1 s1 l2 s2 j1 j2
 *   one            l1 s1 l2 j1 s2 j2, l1 s1 j1 l2 s2 j2; lost: l1 l2 s2 s1 j1
 *                  j2; l2 s2 l1 s1 j1 j2
 *
 * verdict: bug assertion
 * check: --strategy ipb
 * executions: 5
 * check: --strategy ipb --finish-bound
 * executions: 7
 * says: (execution 5)
 * says: with at most 1 preemption: 7 executions, 4 with exactly as many;
 * says: of these 3 fail, in the worst order the first is number 5
 * check: --strategy idb
 * executions: 4
 * check: --strategy idb --finish-bound
 * executions: 5
 * says: (execution 4)
 * says: with at most 1 delay: 5 executions, 4 with exactly as many;
 * says: of these 1 fail, in the worst order the first is number 5
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *arg)
{
	int old = atomic_load(&x);

	(void)arg;
	atomic_store(&x, old + 1);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(x == 2); /* BUG */
	return 0;
}
