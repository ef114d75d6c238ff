/* SPDX-License-Identifier: MIT */
/* fourier: a model of the threads of a Fourier transform
 *
 * Main does a part itself, and nobody waits for threads to end: the macro for
 * it is missing. They meet twice at a barrier that spins and yields. Whoever
 * comes last goes on at once: the other thread at the first one, main at the
 * second, and then it is at the end before the other one.
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
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
	THREADS = 2
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int arrived, turn;
static int finished;
static int row[THREADS][THREADS], column[THREADS][THREADS];

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
	for (int i = 0; i < THREADS; i++)
		row[me][i] = me * THREADS + i;
	meet();
	for (int i = 0; i < THREADS; i++)
		column[me][i] = row[i][me]; /* a transposition */
	meet();
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
