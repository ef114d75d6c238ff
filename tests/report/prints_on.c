/* SPDX-License-Identifier: MIT */
/* prints_on - a thread that prints more often than executions are long */
#include <pthread.h>
#include <stdio.h>

static void *prints(void *unused)
{
	for (int i = 0; i < 1000000; i++)
		fputc('x', stderr); /* prints */
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, prints, NULL);
	pthread_join(t, NULL);
	return 0;
}
