/* SPDX-License-Identifier: MIT */
/* read_half_new - a reader looks once whether a writer is at work, but not
 * again when it has read
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint turn;
static atomic_int hours, minutes;

static void *write_time(void *unused)
{
	atomic_fetch_add(&turn, 1);
	atomic_store(&hours, 1); /* decisive: second */
	atomic_store(&minutes, 1);
	atomic_fetch_add(&turn, 1);
	return unused;
}

static void *read_time(void *unused)
{
	int h, m;

	while (atomic_load(&turn) & 1)
		;
	h = atomic_load(&hours); /* decisive: first */
	m = atomic_load(&minutes);
	assert(h == m);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_time, NULL);
	pthread_create(&b, NULL, read_time, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
