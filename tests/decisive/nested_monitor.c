/* SPDX-License-Identifier: MIT */
/* nested_monitor - a thread waits for a condition of the inner monitor and
 * keeps the outer one locked, through which the other one has to come
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool full;

static void *take(void *unused)
{
	pthread_mutex_lock(&outer); /* decisive: first */
	pthread_mutex_lock(&inner);
	while (!full)
		pthread_cond_wait(&filled, &inner);
	full = false;
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return unused;
}

static void *put(void *unused)
{
	pthread_mutex_lock(&outer); /* decisive: second */
	pthread_mutex_lock(&inner);
	full = true;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
