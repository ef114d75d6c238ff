/* SPDX-License-Identifier: MIT */
/* Under pso the second store to ready is seen before that to data[1]. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static int data[2];
static atomic_int ready;

static void *f(void *unused)
{
	for (int i = 0; i < 2; i++) {
		data[i] = i + 1;
		atomic_store_explicit(&ready, i + 1, memory_order_relaxed);
	}
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, f, NULL);
	while (atomic_load_explicit(&ready, memory_order_acquire) < 1)
		sched_yield();
	assert(data[0] == 1);
	while (atomic_load_explicit(&ready, memory_order_acquire) < 2)
		sched_yield();
	assert(data[1] == 2);
	pthread_join(t, NULL);
}
