/* SPDX-License-Identifier: MIT */
/* creators: which threads create threads, and how many, depends on who was
 * first */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *leaf(void *arg)
{
	int on_stack = (int)(long)arg;

	atomic_fetch_add(&y, on_stack);
	pthread_mutex_lock(&m);
	sum = 2 * sum + on_stack;
	pthread_mutex_unlock(&m);
	return NULL;
}
static void *creator(void *arg)
{
	pthread_t t[2];
	int mine = atomic_fetch_add(&x, 1),
	    n = mine == (long)arg ? 2 : mine == 1;

	for (long i = 0; i < n; i++)
		pthread_create(&t[i], NULL, leaf, (void *)(1 + mine + i));
	if (atomic_load(&y) > 2)
		atomic_fetch_sub(&x, 1);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	return NULL;
}
int main(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, creator, (void *)(THREADS - 1 - i));
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d\n", x, y, sum);
	return 0;
}
