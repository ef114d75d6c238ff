/* SPDX-License-Identifier: MIT */
/* barrier_reset - a barrier is set back by who came last, before the other one
 * has seen that it was full
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here;

static void *meet(void *unused)
{
	if (atomic_fetch_add(&here, 1) == 1)
		atomic_store(&here, 0); /* decisive: first */
	else
		while (atomic_load(&here) != 2) /* decisive: second */
			;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, meet, NULL);
	pthread_create(&b, NULL, meet, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
