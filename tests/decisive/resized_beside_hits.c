/* SPDX-License-Identifier: MIT */
/* resized_beside_hits - an index is made sure of in one critical section and
 * used in the next; the table has shrunk in between
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int size = 4, hits, resizes;

static int last(void)
{
	int index;

	pthread_mutex_lock(&lock);
	hits++;
	index = size - 1; /* decisive: first */
	hits += resizes;
	pthread_mutex_unlock(&lock);
	return index;
}

static void check(int index, int limit)
{
	assert(index < limit);
}

static void *use(void *unused)
{
	int index = last(), limit;

	pthread_mutex_lock(&lock);
	limit = size; /* decisive: third */
	hits++;
	hits += resizes;
	pthread_mutex_unlock(&lock);
	check(index, limit);
	return unused;
}

static void *shrink(void *unused)
{
	pthread_mutex_lock(&lock);
	hits++;
	size = 2; /* decisive: second */
	resizes++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, shrink, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
