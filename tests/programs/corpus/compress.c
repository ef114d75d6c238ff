/* SPDX-License-Identifier: MIT */
/* compress: the queue of blocks goes while those who empty it still look
 *
 * A model of the concurrent part of a parallel compressor. Two workers take
 * blocks from a queue; a writer waits until all are there. Main waits for
 * the writer alone, and frees the queue: a worker that has not yet seen that
 * it is empty locks what is gone. No thread has to be preempted for that:
 * the second worker may not have begun.
 *
 * check:
 * verdict: bug use_after_free bad_object destroy_busy
 * depth: 0
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <pthread.h>
#include <stdlib.h>

enum {
	BLOCKS = 2,
	WORKERS = 2
};

struct queue {
	pthread_mutex_t lock;
	int left;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int packed;

static int take(struct queue *q)
{
	int got;

	pthread_mutex_lock(&q->lock); /* BUG */
	got = q->left ? q->left-- : 0;
	pthread_mutex_unlock(&q->lock);
	return got;
}

static void *pack(void *arg)
{
	struct queue *q = arg;

	while (take(q)) {
		pthread_mutex_lock(&m);
		packed++;
		pthread_cond_signal(&more);
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

static void *store(void *unused)
{
	pthread_mutex_lock(&m);
	while (packed < BLOCKS)
		pthread_cond_wait(&more, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	struct queue *q = malloc(sizeof *q);
	pthread_t worker[WORKERS], writer;

	pthread_mutex_init(&q->lock, NULL);
	q->left = BLOCKS;
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&worker[i], NULL, pack, q);
	pthread_create(&writer, NULL, store, NULL);
	pthread_join(writer, NULL);
#ifdef RIGHT
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
#endif
	pthread_mutex_destroy(&q->lock); /* BUG */
	free(q);
#ifndef RIGHT
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
#endif
	return 0;
}
