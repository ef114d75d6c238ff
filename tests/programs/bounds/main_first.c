/* SPDX-License-Identifier: MIT */
/* Main's store and the thread's three.  Main ran last when the first choice is
 * made, so it is main that the thread would preempt.
 *
 * Main's store, main waits, the thread's three: no preemption.  The thread's
 * three, then main's: one.  Main's after the first or the second of them: two.
 * With two threads a delay is a preemption.
 *
 * states: x=1,y=3
 * native: sc
 * check: --strategy ipb --bound 0
 * verdict: partial
 * holes: bound
 * executions: 1
 * exit: 0
 * check: --strategy ipb --bound 1
 * verdict: partial
 * holes: bound
 * executions: 2
 * exit: 0
 * says: with at most 1 preemption (sc
 * check: --strategy idb --bound 1
 * verdict: partial
 * holes: bound
 * executions: 2
 * exit: 0
 * check: --strategy ipb
 * verdict: verified
 * executions: 4
 * check: --strategy idb
 * verdict: verified
 * executions: 4
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x, y;

static void *stores(void *arg)
{
	(void)arg;
	for (int i = 1; i <= 3; i++)
		atomic_store(&y, i);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stores, NULL);
	atomic_store(&x, 1);
	pthread_join(t, NULL);
	printf("x=%d,y=%d\n", x, y);
	return 0;
}
