/* SPDX-License-Identifier: MIT */
/* locked.c - a counter under a lock that is given up too early: seen at the
 * locks alone, so without scarp cc as well */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	int seen = counter;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	counter = seen + 1;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
}
