/* SPDX-License-Identifier: MIT */
/* pairs: six threads at a barrier for two, with whom each leaves is what counts
 *
 * Three rounds of two: 6! / 8 = 90.  Who leaves the
 * first round late counts as of the third, which has the same parity: each of
 * the two leaves before its arrivals, after both, or between them, 16 ways less
 * 2 in which they would have come in two orders.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1260
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * executions: 1260
 */
#include "test.h"

enum {
	THREADS = 6
};

static pthread_barrier_t b;

static void *meet(void *unused)
{
	pthread_barrier_wait(&b);
	return unused;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&b, NULL, 2);
	for (int i = 0; i < THREADS; i++)
		t[i] = start(meet, NULL);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	return 0;
}
