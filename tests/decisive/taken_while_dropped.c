/* SPDX-License-Identifier: MIT */
/* taken_while_dropped - a reference is taken to what has just lost its last one
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int refs;
	int value;
};

static struct object *_Atomic shared;

static void drop(struct object *o)
{
	if (atomic_fetch_sub(&o->refs, 1) == 1)
		free(o); /* decisive: first */
}

static void *take(void *unused)
{
	struct object *o = atomic_load(&shared);

	if (o) {
		atomic_fetch_add(&o->refs, 1); /* decisive: second */
		drop(o);
	}
	return unused;
}

static void *leave(void *unused)
{
	struct object *o = atomic_exchange(&shared, NULL);

	drop(o);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	atomic_store(&shared, malloc(sizeof(struct object)));
	atomic_store(&shared->refs, 1);
	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, leave, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
