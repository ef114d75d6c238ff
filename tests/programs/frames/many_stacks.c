/* SPDX-License-Identifier: MIT */
/* many_stacks: more places on stacks shown to others than are kept
 *
 * check: --strategy random --max-executions 3
 * verdict: partial
 * exit: 0
 * holes: sampled races_lost
 *
 * check: --strategy random --max-executions 3
 * flags: -DTHREADS=64
 * verdict: partial
 * exit: 0
 * holes: sampled
 */
#include "test.h"

#ifndef THREADS
#define THREADS 70
#endif

static _Atomic(int *) shown[THREADS];
static atomic_int seen[THREADS];

static void *show(void *number)
{
	long n = (long)number;
	int here = 1;

	atomic_store(&shown[n], &here);
	while (!atomic_load(&seen[n]))
		sched_yield();
	return (void *)(long)(here - 1);
}

int main(void)
{
	pthread_t t[THREADS];
	int sum = 0;

	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, show, (void *)i);
	for (long i = 0; i < THREADS; i++) {
		int *at;

		while (!(at = atomic_load(&shown[i])))
			sched_yield();
		sum += *at;
		atomic_store(&seen[i], 1);
	}
	for (long i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return sum != THREADS;
}
