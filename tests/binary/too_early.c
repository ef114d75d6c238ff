/* SPDX-License-Identifier: MIT */
/* too_early.c - a number is read in one critical section and written in
 * another: an item is lost, and an assertion fails
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static void *put(void *unused)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = items;
	pthread_mutex_unlock(&lock); /* too early */
	pthread_mutex_lock(&lock);
	items = seen + 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, put, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(items == 2); /* BUG */
	return 0;
}
