/* SPDX-License-Identifier: MIT */
/* streams - two threads print between what they read and what they write */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;

static void *prints(void *unused)
{
	int seen = n;

	puts("hello"); /* prints */
	n = seen + 1;
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, prints, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(n == 2);
	return 0;
}
