/* SPDX-License-Identifier: MIT */
/* exchanges - four threads at a spin lock, so that executions begin in vain */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked, count;

static void *work(void *unused)
{
	while (atomic_exchange(&locked, 1))
		;
	count++;
	locked = 0;
	return unused;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
