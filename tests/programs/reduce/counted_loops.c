/* SPDX-License-Identifier: MIT */
/* counted_loops: long ones without an operation, then two
 *
 * They make nothing longer but the execution: one round, each trace once. Three
 * threads with an addition and a store each to one variable: 6 operations in
 * 90 orders that keep each thread's own.  The last one is a store.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0
 * modes: checkpoint
 *
 * check: --exhaustive --refine none
 * verdict: verified
 * executions: 90
 * last_round: 90
 * blocked: 0
 * states: 0
 * modes: checkpoint restart
 */
#include "test.h"

enum {
	THREADS = 3,
	TURNS = 300000
};

static volatile int own[THREADS];
static atomic_int x;

static void *work(void *number)
{
	long k = (long)number;

	for (int i = 0; i < TURNS; i++)
		own[k] = own[k] + 1;
	atomic_fetch_add(&x, 1);
	atomic_store(&x, 0);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (long k = 0; k < THREADS; k++)
		t[k] = start(work, (void *)k);
	for (int k = 0; k < THREADS; k++)
		finish(t[k]);
	printf("%d\n", atomic_load(&x));
	return 0;
}
