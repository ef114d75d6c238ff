/* SPDX-License-Identifier: MIT */
/* Waits for what does not come in one order, and counts meanwhile. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, turns;

static void *waits(void *unused)
{
	while (!atomic_load(&go))
		atomic_fetch_add(&turns, 1);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, NULL);
	atomic_store(&go, 1);
	pthread_join(t, NULL);
}
