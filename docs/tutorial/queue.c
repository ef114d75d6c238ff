/* SPDX-License-Identifier: MIT */
/* queue.c - a queue of one place: queue PAIRS ROUNDS */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int place; /* 0: empty */
static int rounds;

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (place != 0)
		pthread_cond_wait(&changed, &lock);
	place = item;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static int get(void)
{
	pthread_mutex_lock(&lock);
	while (place == 0)
		pthread_cond_wait(&changed, &lock);
	int item = place;
	place = 0;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return item;
}

static void *producer(void *unused)
{
	for (int i = 1; i <= rounds; i++)
		put(i);
	return unused;
}

static void *consumer(void *unused)
{
	for (int i = 1; i <= rounds; i++)
		assert(get() != 0);
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	int pairs = atoi(argv[1]);
	pthread_t threads[2 * pairs];

	rounds = atoi(argv[2]);
	for (int i = 0; i < 2 * pairs; i++)
		pthread_create(
			&threads[i], NULL, i % 2 ? producer : consumer, NULL);
	for (int i = 0; i < 2 * pairs; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
