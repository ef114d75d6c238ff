/* SPDX-License-Identifier: MIT */
/* One thread has to stay behind a hundred operations that nobody else cares
 * about, and come before the next one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int own, flag;

static void *works(void *unused)
{
	for (int i = 0; i < 100; i++)
		own++;
	flag = 1;
	flag = 0;
	return unused;
}

static void *looks(void *unused)
{
	assert(flag == 0);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, works, NULL);
	pthread_create(&b, NULL, looks, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
