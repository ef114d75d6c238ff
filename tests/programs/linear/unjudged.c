/* SPDX-License-Identifier: MIT */
/* unjudged: fourteen enqueues of two values overlap, and then something is
 * taken that nobody put in: 2^14 sets of those that came, in as many orders of
 * values, are too much to look through.
 *
 * check: --strategy random --max-executions 3
 * verdict: partial
 * exit: 0
 * holes: sampled operations_unjudged
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

enum {
	THREADS = 14
};

static int queue;
static pthread_barrier_t all;

static void *enqueue(void *value)
{
	SCARP_OPERATION(&queue, "enqueue", pthread_barrier_wait(&all),
		(SCARP_NUMBER(value != NULL)), SCARP_NOTHING);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	scarp_specification(&queue, "queue");
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, enqueue, i & 1 ? &queue : NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < THREADS; i++)
		SCARP_OPERATION(&queue, "dequeue", (void)0, (),
			SCARP_NUMBER(i == THREADS - 1 ? 2 : i & 1));
	return 0;
}
