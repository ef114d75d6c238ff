/* SPDX-License-Identifier: MIT */
/* opening: whether a centre is opened is asked before that is decided
 *
 * A model of another step of the same clustering: behind a barrier the first
 * thread decides, the others look. A barrier is missing between the two, so
 * that some go by what was decided in the round before, and the output is
 * wrong. Three threads.
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
static int open, opened[THREADS];

static void *work(void *arg)
{
	int me = (int)(size_t)arg;

	for (int round = 1; round <= ROUNDS; round++) {
		pthread_barrier_wait(&barrier);
		if (me == 0)
			open = round % 2;
#ifdef RIGHT
		pthread_barrier_wait(&barrier);
#endif
		if (open)
			opened[me]++;
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
	for (int i = 0; i < THREADS; i++)
		assert(opened[i] == 1); /* BUG */
	return 0;
}
