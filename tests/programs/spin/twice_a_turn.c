/* SPDX-License-Identifier: MIT */
/* twice_a_turn: a turn calls the same function twice, so that the instruction
 * it begins with comes twice
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DSET=2
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DSET=3
 * verdict: bug livelock
 */
#include "test.h"

#ifndef SET
#define SET 0
#endif

static struct queue {
	pthread_mutex_t lock;
	int length;
} queue[4] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0},
	{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void *put(void *unused)
{
	pthread_mutex_lock(&queue[SET].lock);
	queue[SET].length = 1;
	pthread_mutex_unlock(&queue[SET].lock);
	return NULL;
}

static __attribute__((noinline)) int length(struct queue *q)
{
	int n;

	pthread_mutex_lock(&q->lock);
	n = q->length;
	pthread_mutex_unlock(&q->lock);
	return n;
}

int main(void)
{
	pthread_t t = start(put, NULL);

	while (!length(&queue[0]) && !length(&queue[1]) && !length(&queue[2]))
		;
	finish(t);
	return 0;
}
