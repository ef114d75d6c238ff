/* SPDX-License-Identifier: MIT */
/* race.c - two additions without a lock, and nobody who minds */
#include <pthread.h>

static int counter;

static void increment(void)
{
	counter++;
}

static void *work(void *unused)
{
	increment();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
