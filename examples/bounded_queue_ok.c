/* SPDX-License-Identifier: MIT */
/* bounded_queue_ok.c - a correct queue of one place, one producer, two
 * consumers
 *
 * Each wait stands in a `while` on its own condition, so that a thread which
 * comes too late waits again.  There is nothing to be found here.
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
	while (place == 0)
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
