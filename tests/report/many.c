/* Too much for any budget: increments without a lock, by five threads. */
#include <assert.h>
#include <pthread.h>

enum {
	THREADS = 5,
	TIMES = 4
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, locked;

static void *add(void *arg)
{
	for (int i = 0; i < TIMES; i++) {
		x++;
		pthread_mutex_lock(&lock);
		locked++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], 0);
#ifndef BENIGN
	assert(x == THREADS * TIMES);
#endif
}
