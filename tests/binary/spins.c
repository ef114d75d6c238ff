/* SPDX-License-Identifier: MIT */
/* spins.c - main waits for a variable, and calls nothing meanwhile */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *sets(void *unused)
{
	atomic_store(&flag, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sets, NULL);
	while (!atomic_load(&flag)) /* HERE */
		;
	pthread_join(t, NULL);
	return 0;
}
