/* SPDX-License-Identifier: MIT */
/* races.c - a lost update of a plain variable */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *add(void *unused)
{
	counter++;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
