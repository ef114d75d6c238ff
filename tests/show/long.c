/* SPDX-License-Identifier: MIT */
/* Fails behind a million operations on a mutex. */
#include <assert.h>
#include <pthread.h>

enum {
	TIMES = 250000
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *run(void *unused)
{
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&lock);
		turns++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, NULL);
	run(NULL);
	pthread_join(other, NULL);
	assert(turns != 2 * TIMES);
}
