/* SPDX-License-Identifier: MIT */
/* A lost update, line by line: of its races one alone decides. */
#include <assert.h>
#include <pthread.h>

static int count;

static void *one(void *unused)
{
	int v = count;

	count = v + 1; /* stored late */
	return unused;
}

static void *other(void *unused)
{
	int v = count;

	count = v + 1; /* lost */
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, other, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2);
}
