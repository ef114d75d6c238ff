/* SPDX-License-Identifier: MIT */
/* factors: a model of the threads that factor a matrix
 *
 * Main does a part itself, and nobody waits for threads to end: the macro for
 * it is missing. They meet three times at a barrier that spins and yields.
 * Whoever comes last goes on at once; at the third one that is the other one,
 * which has to be stopped between that and its end.
 *
 * check:
 * verdict: bug assertion
 * depth: 1
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
	THREADS = 2
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int arrived, turn;
static int finished;
static int pivot, block[THREADS] = {6, 9};

/* By turning round, as the macros of that collection have it. */
static void meet(void)
{
	int mine = turn;

	if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
		arrived = 0;
		turn++;
	} else {
		while (turn == mine)
			sched_yield();
	}
}

static void work(int me)
{
	for (int step = 0; step < THREADS; step++) {
		if (step == me)
			pivot = block[me]; /* by its owner */
		meet();
		if (me > step)
			block[me] -= pivot;
		if (step + 1 < THREADS)
			meet();
	}
}

static void *run(void *arg)
{
	work((int)(size_t)arg);
	pthread_mutex_lock(&m);
	finished++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 1; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, (void *)(size_t)i);
	run(NULL);
#ifdef RIGHT
	for (int i = 1; i < THREADS; i++)
		pthread_join(t[i], NULL);
#endif
	pthread_mutex_lock(&m);
	assert(finished == THREADS); /* BUG */
	pthread_mutex_unlock(&m);
	return 0;
}
