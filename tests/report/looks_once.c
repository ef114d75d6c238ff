/* SPDX-License-Identifier: MIT */
/* main waits for a plain variable, at which the compiler looks once: before the
 * loop. No execution comes to its end. */
#include <pthread.h>

static int done;

static void *stores(void *unused)
{
	done = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, stores, NULL);
	while (!done)
		;
	pthread_join(t, NULL);
	return 0;
}
