/* SPDX-License-Identifier: MIT */
/* locks_told: a race says which locks its threads had, what came of it, and how
 * it would go in the other order
 *
 * T2 runs up to its end when it is created, and T1 stands before its lock so
 * long.  So the access of T1 is the later one, and of the later one it is known
 * which locks its thread has.
 *
 * check: --exhaustive
 * verdict: verified
 * says: 1 data race: two threads at the same memory
 * says: holding m
 * says: benign here: the test does not fail for it
 * says: seen in both orders
 * pair: write A, write B, both, benign here
 *
 * check: --strategy dfs --max-executions 1
 * verdict: partial
 * holes: budget
 * says: not known whether the test can fail for it: no search that switches
 * says: in the other one T2 would stop before locks_told.c:39 until T1 is
 * exit: 4
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;

static void *locks(void *unused)
{
	pthread_mutex_lock(&m);
	x = 1; /* A */
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *does_not(void *unused)
{
	x = 2; /* B */
	return NULL;
}

int main(void)
{
	pthread_t t = start(locks, NULL), u = start(does_not, NULL);

	finish(t);
	finish(u);
	return 0;
}
