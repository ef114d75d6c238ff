/* SPDX-License-Identifier: MIT */
/* published_early - an object is published before it is filled
 *
 * The other thread reads its size before that is written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
	int size;
};

static struct table *_Atomic table;

static void *looks(void *unused)
{
	struct table *t = atomic_load(&table);

	if (t)
		assert(t->size == 8); /* decisive: first */
	return unused;
}

int main(void)
{
	struct table *t = calloc(1, sizeof *t);
	pthread_t a;

	pthread_create(&a, NULL, looks, NULL);
	atomic_store(&table, t);
	t->size = 8; /* decisive: second */
	pthread_join(a, NULL);
	free(t);
	return 0;
}
