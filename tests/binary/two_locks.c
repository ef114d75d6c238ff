/* SPDX-License-Identifier: MIT */
/* two_locks.c - two threads take two locks in opposite order: deadlock
 *
 * Each of the helpers is a frame between the lock and the thread's function,
 * which a report has to find without frame pointers.
 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static __attribute__((noinline)) int take_both(
	pthread_mutex_t *one, pthread_mutex_t *other)
{
	pthread_mutex_lock(one);
	pthread_mutex_lock(other); /* WAITS */
	moved++;
	pthread_mutex_unlock(other);
	pthread_mutex_unlock(one);
	return moved;
}

static void *forth(void *unused)
{
	printf("forth %d\n", take_both(&a, &b));
	return NULL;
}

static void *back(void *unused)
{
	printf("back %d\n", take_both(&b, &a));
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, forth, NULL);
	pthread_create(&two, NULL, back, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
