/* SPDX-License-Identifier: MIT */
/* always - fails in every schedule: nothing decides it
 *
 * decisive: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, adds, NULL);
	pthread_create(&b, NULL, adds, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&x) == 3);
	return 0;
}
