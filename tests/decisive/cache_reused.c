/* SPDX-License-Identifier: MIT */
/* cache_reused - a place in a cache is looked up under its lock, and used when
 * another key has got it
 */
#include <assert.h>
#include <pthread.h>

struct entry {
	int key, value, uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry entry = {1, 10, 0};

static void *get(void *unused)
{
	struct entry *found = NULL;
	int value = 10;

	pthread_mutex_lock(&lock);
	entry.uses++;
	if (entry.key == 1)
		found = &entry;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	entry.uses++;
	if (found)
		value = found->value; /* decisive: second */
	pthread_mutex_unlock(&lock);
	assert(value == 10);
	return unused;
}

static void *put(void *unused)
{
	pthread_mutex_lock(&lock);
	entry.uses = 0;
	entry.key = 2;
	entry.value = 20; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, get, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
