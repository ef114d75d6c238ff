/* SPDX-License-Identifier: MIT */
/* locked_counter - a lost update although each access is locked
 *
 * The lock is given back between reading and writing: the other thread's
 * write comes between, and is overwritten.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static void *put(void *unused)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = items; /* decisive: first */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	items = seen + 1; /* decisive: second, third */
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, put, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(items == 2);
	return 0;
}
