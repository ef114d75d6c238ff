/* SPDX-License-Identifier: MIT */
/* beside_before: a mutex is made by a plain write, and locked by another thread
 * that knows of it by a relaxed store alone: a race, and no more in sc
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -DRELEASE
 * verdict: verified
 * races: none
 */
#include "test.h"

#ifdef RELEASE
#define ORDER memory_order_release
#define LOOK memory_order_acquire
#else
#define ORDER memory_order_relaxed
#define LOOK memory_order_relaxed
#endif

static pthread_mutex_t m;
static atomic_int made;

static void *use(void *unused)
{
	if (atomic_load_explicit(&made, LOOK)) {
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t t = start(use, NULL);

	m.__data.__lock = 0;
	atomic_store_explicit(&made, 1, ORDER);
	finish(t);
	return 0;
}
