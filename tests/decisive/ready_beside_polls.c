/* SPDX-License-Identifier: MIT */
/* ready_beside_polls - the reader looks once whether data are ready, counts how
 * often anybody has looked, and takes them
 *
 * It looks before they are there; the count is what it reads last under the
 * lock.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, polls;

static void *produce(void *unused)
{
	pthread_mutex_lock(&lock);
	ready = 1; /* decisive: second */
	polls++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *consume(void *unused)
{
	int is_ready, times;

	pthread_mutex_lock(&lock);
	is_ready = ready; /* decisive: first */
	times = ++polls;
	pthread_mutex_unlock(&lock);
	assert(times <= 2);
	assert(is_ready);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, produce, NULL);
	pthread_create(&b, NULL, consume, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
