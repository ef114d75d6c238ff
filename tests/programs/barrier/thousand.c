/* SPDX-License-Identifier: MIT */
/* thousand: so many threads meet at a barrier
 *
 * Each that leaves depends on each that arrived, and none of these orders can
 * be reversed.  That is found out in the square of their number, not its cube.
 *
 * check: --exhaustive --max-steps 100000
 * verdict: verified
 * executions: 1
 * blocked: 0
 * modes: checkpoint
 * compilers: gcc
 */
#include "test.h"

enum {
	THREADS = 1000
};

static pthread_barrier_t all;

static void *meet(void *unused)
{
	pthread_barrier_wait(&all);
	return unused;
}

int main(void)
{
	static pthread_t t[THREADS];

	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		t[i] = start(meet, NULL);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	return 0;
}
