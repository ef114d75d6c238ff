/* SPDX-License-Identifier: MIT */
/* rounds: three threads meet four times, and nothing else: who comes first, and
 * who leaves before others come again, is no order
 *
 * Two rounds, where all that changes the barrier depends: 6 orders in the first
 * and 6 in the second, in each of which who comes second may have left before
 * the first one came again or after that, and who comes third in three places.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * executions: 1
 * blocked: 0
 *
 * check: --exhaustive --refine none
 * flags: -DROUNDS=2
 * verdict: verified
 * executions: 216
 * blocked: 0
 */
#include "test.h"

#ifndef ROUNDS
#define ROUNDS 4
#endif

enum {
	THREADS = 3
};

static pthread_barrier_t b;

static void *meet(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		pthread_barrier_wait(&b);
	return unused;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&b, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		t[i] = start(meet, NULL);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	pthread_barrier_destroy(&b);
	return 0;
}
