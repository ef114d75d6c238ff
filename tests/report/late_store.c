/* SPDX-License-Identifier: MIT */
/* late_store.c - a store to freed memory, which had another value */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *worker(void *arg)
{
	*(int *)arg = 1;
	return NULL;
}

int main(void)
{
	int *p = calloc(1, sizeof *p);
	pthread_t thread;

	*p = 7;
	pthread_create(&thread, NULL, worker, p);
	pthread_detach(thread);
	free(p);
	pthread_exit(NULL);
}
