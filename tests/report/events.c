/* SPDX-License-Identifier: MIT */
/* A long execution of a few lines: 3,500 rounds with a lock in each of two
 * threads. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void *go_round(void *arg)
{
	for (int i = 0; i < 3500; i++) {
		pthread_mutex_lock(&lock);
		rounds++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, go_round, 0);
	pthread_create(&u, 0, go_round, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(rounds == 0);
}
