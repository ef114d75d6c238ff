/* SPDX-License-Identifier: MIT */
/* pipeline: the last stage ends before a worker of the first one has begun
 *
 * A model of a search by similarity, which is a pipeline. Each worker of a
 * stage counts itself when it begins and when it ends; the next stage ends
 * when its queue is empty and nobody is counted. A worker that begins only
 * after the others have ended is too late, and what it has found is lost.
 * Waiting threads alone may bring that about.
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
	WORKERS = 2
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int begun, working, queued, ranked;

static void count_worker(void)
{
	begun = 1;
	working++;
}

static void *search(void *unused)
{
	pthread_mutex_lock(&m);
#ifndef RIGHT
	count_worker();
#endif
	queued++;
	working--;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&m);
	return unused;
}

static void *rank(void *unused)
{
	pthread_mutex_lock(&m);
	for (;;) {
		while (!queued && (!begun || working))
			pthread_cond_wait(&change, &m);
		if (!queued)
			break;
		queued--;
		ranked++;
	}
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t worker[WORKERS], last;

#ifdef RIGHT
	for (int i = 0; i < WORKERS; i++)
		count_worker();
#endif
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&worker[i], NULL, search, NULL);
	pthread_create(&last, NULL, rank, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
	pthread_join(last, NULL);
	assert(ranked == WORKERS); /* BUG */
	return 0;
}
