/* SPDX-License-Identifier: MIT */
/* counter.c - two threads add to a counter six times each; one is lost */
#include <assert.h>
#include <pthread.h>

static int counter;

static void add(int times)
{
	for (int i = 0; i < times; i++) {
		int seen = counter; /* reads */
		counter = seen + 1; /* writes */
	}
}

static void *work(void *unused)
{
	add(6);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 12);
}
