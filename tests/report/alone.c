/* SPDX-License-Identifier: MIT */
/* Wants an argument, and a number on its standard input; with two arguments it
 * fails in a thread. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *runs(void *two)
{
	assert(!two);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int n;

	if (argc < 2)
		return 2;
	if (argc == 2 && scanf("%d", &n) != 1)
		abort();
	pthread_create(&t, NULL, runs, argc > 2 ? argv : NULL);
	pthread_join(t, NULL);
	return 0;
}
