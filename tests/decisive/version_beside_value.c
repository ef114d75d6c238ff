/* SPDX-License-Identifier: MIT */
/* version_beside_value - the writer counts the version in one critical section
 * and stores the value in the next: a reader between has the old one under the
 * new number
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int hits, version, value, misses;
} cache;

static void *write_both(void *unused)
{
	pthread_mutex_lock(&lock);
	cache.version = 1; /* decisive: first */
	cache.misses++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	cache.misses++;
	cache.value = 100;
	cache.hits++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *read_both(void *unused)
{
	int version, value, looks;

	pthread_mutex_lock(&lock);
	version = cache.version; /* decisive: second */
	value = cache.value;
	looks = cache.hits + cache.misses;
	cache.hits++;
	pthread_mutex_unlock(&lock);
	assert(looks >= 0);
	assert(value == version * 100);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_both, NULL);
	pthread_create(&b, NULL, read_both, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
