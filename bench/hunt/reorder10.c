/* SPDX-License-Identifier: MIT */
/* Nine threads store a and then b; one sees b and not a: the smallest bug of
 * SCTBench's reorder family, with ten threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
	SETTERS = 9
};

static atomic_int a, b;

static void *set(void *unused)
{
	a = 1;
	b = -1;
	return unused;
}

static void *check(void *unused)
{
	int first = a, second = b;

	assert((first == 0 && second == 0) || (first == 1 && second == -1));
	return unused;
}

int main(void)
{
	pthread_t thread[SETTERS + 1];

	for (int i = 0; i < SETTERS; i++)
		pthread_create(&thread[i], NULL, set, NULL);
	pthread_create(&thread[SETTERS], NULL, check, NULL);
	for (int i = 0; i <= SETTERS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
