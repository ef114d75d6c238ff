/* SPDX-License-Identifier: MIT */
/* phases: three threads count in each of two phases, and know in the second
 * what the others did in the first
 *
 * Each phase has the 6 orders of its additions, and nothing else matters: 36
 * traces, and as many outcomes.
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 36
 * executions: 36
 * blocked: 0
 * races: none
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * distinct: 36
 * executions: 36
 *
 * check: --exhaustive --reduce optimal --refine none
 * verdict: verified
 * distinct: 36
 */
#include "test.h"

#include <stdatomic.h>

enum {
	THREADS = 3,
	PHASES = 2
};

static pthread_barrier_t b;
static atomic_int count[PHASES];
static int place[THREADS][PHASES];

static void *work(void *argument)
{
	int self = (int)(long)argument;

	for (int i = 0; i < PHASES; i++) {
		place[self][i] = atomic_fetch_add(&count[i], 1);
		pthread_barrier_wait(&b);
		assert(place[0][i] + place[1][i] + place[2][i] == 3);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&b, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		t[i] = start(work, (void *)(long)i);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	for (int i = 0; i < THREADS * PHASES; i++)
		printf("%d", place[i / PHASES][i % PHASES]);
	printf("\n");
	return 0;
}
