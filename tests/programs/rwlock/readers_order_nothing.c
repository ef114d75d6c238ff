/* SPDX-License-Identifier: MIT */
/* readers_order_nothing: a reader's unlock orders nothing before another
 * reader's lock
 *
 * They never hold it together: the relaxed flag keeps them apart, and orders
 * nothing either.  So both stores to x are a race.
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=2
 * races: some
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;
static int x;

static void *first(void *unused)
{
	pthread_rwlock_rdlock(&l);
	x = 1;
	pthread_rwlock_unlock(&l);
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return NULL;
}

static void *second(void *unused)
{
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		;
	pthread_rwlock_rdlock(&l);
	x = 2;
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	printf("x=%d\n", x);
	return 0;
}
