/* SPDX-License-Identifier: MIT */
/* phases: costs are added up before all of them are there
 *
 * A model of one step of a clustering: each thread has a part of the cost,
 * the first one adds them up, all go on with the sum. A barrier is missing
 * between the parts and the sum.
 *
 * check:
 * verdict: bug assertion
 * depth: 0
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	THREADS = 3,
	ROUNDS = 2
};

static pthread_barrier_t barrier;
static int cost[THREADS], sum;

static void *work(void *arg)
{
	int me = (int)(size_t)arg;

	for (int round = 1; round <= ROUNDS; round++) {
		cost[me] = round;
#ifdef RIGHT
		pthread_barrier_wait(&barrier);
#endif
		if (me == 0) {
			sum = 0;
			for (int i = 0; i < THREADS; i++)
				sum += cost[i];
		}
		pthread_barrier_wait(&barrier);
		assert(sum == THREADS * round); /* BUG */
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)(size_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
