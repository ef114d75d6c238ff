/* SPDX-License-Identifier: MIT */
/* both_enter - each looks whether the other one is inside before it says that
 * it is itself
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside[2], in;

static void *enter(void *me)
{
	int i = me != NULL;

	while (atomic_load(&inside[!i])) /* decisive: first */
		;
	atomic_store(&inside[i], 1); /* decisive: second */
	atomic_fetch_add(&in, 1);
	assert(atomic_load(&in) == 1);
	atomic_fetch_sub(&in, 1);
	atomic_store(&inside[i], 0);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, &a);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
