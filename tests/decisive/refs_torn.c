/* SPDX-License-Identifier: MIT */
/* refs_torn - two references are dropped at once, and neither is the last
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refs = 2, freed;

static void *drop(void *unused)
{
	int left = atomic_load(&refs) - 1; /* decisive: first */

	atomic_store(&refs, left); /* decisive: second, third */
	if (left == 0)
		atomic_fetch_add(&freed, 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, drop, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(freed == 1);
	return 0;
}
