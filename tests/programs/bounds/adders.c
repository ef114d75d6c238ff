/* SPDX-License-Identifier: MIT */
/* Three threads of one operation, t1 t2 t3, joined in order, j1 j2 j3.
 *
 * A thread that made its operation has ended: leaving it is no preemption, and
 * only main can be preempted, between two joins that can both go on.  So count
 * the orders of t1 t2 t3, with main, whenever it is chosen, making all the
 * joins it can: t1 t2 t3 4 (after t1 or not, after t2 or not), t1 t3 t2 3, t2
 * t1 t3 2, t2 t3 t1 1, t3 t1 t2 2, t3 t2 t1 1: 13.  With one preemption, before
 * j2 and t3: t1 t2 j1 t3 j2 j3 and t2 t1 j1 t3 j2 j3.  Of all, 15, there are no
 * more.
 *
 * Without a delay: t1 t2 t3 j1 j2 j3.  With one: t2 first (then t3 t1); t3
 * after t1 (then j1 t2); j1 after t2 (then j2 t3): 3.
 *
 * states: x=3
 * native: sc
 * check: --strategy ipb --bound 0
 * verdict: partial
 * holes: bound
 * executions: 13
 * exit: 0
 * says: no bug in all 13 executions without a preemption (sc
 * check: --strategy ipb --bound 1
 * verdict: verified
 * executions: 15
 * check: --strategy ipb
 * verdict: verified
 * executions: 15
 * check: --strategy idb --bound 0
 * verdict: partial
 * holes: bound
 * executions: 1
 * exit: 0
 * says: no bug in the only execution without a delay (sc
 * check: --strategy idb --bound 1
 * verdict: partial
 * holes: bound
 * executions: 4
 * exit: 0
 * says: no bug in all 4 executions with at most 1 delay (sc
 * says: left out (--bound) (more than 1 delay)
 * check: --strategy idb
 * verdict: verified
 * executions: 15
 * check: --strategy ipb --max-executions 14
 * verdict: partial
 * holes: budget
 * executions: 14
 * exit: 4
 * says: no bug in all 13 executions without a preemption and in 1 with more
 * (not all)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *add(void *arg)
{
	(void)arg;
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("x=%d\n", x);
	return 0;
}
