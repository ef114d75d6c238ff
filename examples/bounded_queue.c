/* SPDX-License-Identifier: MIT */
/* bounded_queue.c - a queue of one place between a producer and two consumers
 *
 * The bug: get() checks once with `if` whether there is something to take.
 * Between the signal and the return of pthread_cond_wait another consumer may
 * take it; the woken one then reads a place that is empty.  See
 * bounded_queue_ok.c for the cure.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int place; /* 0: empty */

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (place != 0)
		pthread_cond_wait(&not_full, &lock);
	place = item;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&lock);
}

static int get(void)
{
	int item;

	pthread_mutex_lock(&lock);
	if (place == 0) /* wrong: must be `while` */
		pthread_cond_wait(&not_empty, &lock);
	item = place;
	place = 0;
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&lock);
	return item;
}

static void *consume(void *unused)
{
	assert(get() != 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consume, NULL);
	pthread_create(&b, NULL, consume, NULL);
	put(1);
	put(2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
