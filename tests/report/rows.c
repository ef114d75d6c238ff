/* SPDX-License-Identifier: MIT */
/* What a table shows of an execution: `locked` data that a lock protects,
 * `alone` what one thread does for itself, `freed` a block that is used by
 * others and freed through a function. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int items;
	long alone;
} queue;
static int *block;

static void put(int n)
{
	pthread_mutex_lock(&lock);
	queue.items += n; /* adds */
	pthread_mutex_unlock(&lock);
}

static void *two(void *unused)
{
	for (int i = 0; i < 5; i++) {
		pthread_mutex_lock(&own);
		queue.alone++;
		pthread_mutex_unlock(&own);
	}
	put(2);
	return unused;
}

static void *three(void *unused)
{
	put(3);
	return unused;
}

static int *make(void)
{
	return calloc(4, sizeof(int)); /* in make */
}

static void drop(int *p)
{
	free(p); /* in drop */
}

static void *use(void *unused)
{
	block[2] = 7;
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	if (argc > 1 && strcmp(argv[1], "freed") == 0) {
		block = make();
		pthread_create(&a, NULL, use, NULL);
		drop(block);
		pthread_join(a, NULL);
		return 0;
	}
	pthread_create(&a, NULL, two, NULL);
	pthread_create(&b, NULL, three, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(queue.items == 6); /* it is 5 */
	return 0;
}
