/* SPDX-License-Identifier: MIT */
/* counted: at most so many failures in an execution, whoever makes the call
 *
 * THREADS threads allocate CALLS times each and do nothing else.  No two of
 * these calls depend on each other, so a trace is which of them fail: of n
 * calls with at most k failures 1 + n + ... + (n over k).
 *
 * One thread with 1 call has 2 traces, with 3 calls 4, with two failures 7,
 * with more 8.  Two threads with 1 call each have 3 (either fails, or none),
 * with two failures 4; with 2 calls each 5, and 1 + 4 + 6 = 11.  Three threads
 * with 1 call each have 4.  What is printed is which ones failed, a digit for
 * each thread, whose bits are its calls.
 *
 * check: --exhaustive --fail malloc --failures 2
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * executions: 11
 * states: 00 01 02 03 10 11 12 20 21 22 30
 *
 * check: --strategy dfs --fail malloc
 * flags: -DTHREADS=1 -DCALLS=1
 * verdict: verified
 * executions: 2
 * states: 0 1
 * says: at most one failed call of malloc in an execution
 * scope: failures
 *
 * check: --strategy dfs --fail malloc --failures 2
 * flags: -DTHREADS=1 -DCALLS=3
 * verdict: verified
 * executions: 7
 * states: 0 1 2 3 4 5 6
 * says: at most 2 failed calls of malloc in an execution
 *
 * check: --strategy dfs --fail malloc --failures 9
 * flags: -DTHREADS=1 -DCALLS=3
 * verdict: verified
 * executions: 8
 * states: 0 1 2 3 4 5 6 7
 *
 * check: --exhaustive --fail malloc
 * flags: -DTHREADS=2 -DCALLS=1
 * verdict: verified
 * executions: 3
 * states: 00 01 10
 *
 * check: --exhaustive --fail malloc --reduce source
 * flags: -DTHREADS=2 -DCALLS=1
 * verdict: verified
 * executions: 3
 * states: 00 01 10
 *
 * check: --exhaustive --fail malloc --reduce none
 * flags: -DTHREADS=2 -DCALLS=1
 * verdict: verified
 * states: 00 01 10
 *
 * check: --exhaustive --fail malloc --failures 2
 * flags: -DTHREADS=2 -DCALLS=1
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --fail malloc
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * executions: 5
 * states: 00 01 02 10 20
 *
 * check: --exhaustive --fail malloc
 * flags: -DTHREADS=3 -DCALLS=1
 * verdict: verified
 * executions: 4
 * states: 000 001 010 100
 *
 * check: --strategy ipb --fail malloc
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * states: 00 01 02 10 20
 *
 * check: --strategy ipb --bpor --fail malloc
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * states: 00 01 02 10 20
 *
 * check: --strategy dfs --cache hbr --fail malloc
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * states: 00 01 02 10 20
 *
 * check: --exhaustive -j 2 --fail malloc
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * executions: 5
 * states: 00 01 02 10 20
 *
 * Nobody asked: no choice, and no decision point.
 *
 * check: --exhaustive
 * flags: -DTHREADS=2 -DCALLS=2
 * verdict: verified
 * executions: 1
 * states: 00
 * silent: failed call
 */
#include "test.h"

static unsigned failed[THREADS];

static void *allocates(void *which)
{
	unsigned *out = which;

	for (int i = 0; i < CALLS; i++) {
		void *p = malloc(8);

		*out |= (unsigned)!p << i;
		free(p);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 1; i < THREADS; i++)
		t[i] = start(allocates, &failed[i]);
	allocates(&failed[0]);
	for (int i = 1; i < THREADS; i++)
		finish(t[i]);
	for (int i = 0; i < THREADS; i++)
		printf("%u", failed[i]);
	printf("\n");
	return 0;
}
