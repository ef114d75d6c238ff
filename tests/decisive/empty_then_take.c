/* SPDX-License-Identifier: MIT */
/* empty_then_take - a queue is asked whether it is empty, and then taken from,
 * each under its lock
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items = 1, asked;

static int empty(void)
{
	int is;

	pthread_mutex_lock(&lock);
	asked++;
	is = items == 0; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return is;
}

static void take(void)
{
	pthread_mutex_lock(&lock);
	assert(items > 0); /* decisive: third */
	items--;	   /* decisive: second */
	pthread_mutex_unlock(&lock);
}

static void *consume(void *unused)
{
	if (!empty())
		take();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consume, NULL);
	pthread_create(&b, NULL, consume, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
