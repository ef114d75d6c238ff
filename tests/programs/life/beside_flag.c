/* SPDX-License-Identifier: MIT */
/* beside_flag: a semaphore is overwritten when a relaxed store has told that
 * nobody waits for it any more: a race, and no more in sc, in one order alone
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
#include <semaphore.h>

#ifdef RELEASE
#define ORDER memory_order_release
#define LOOK memory_order_acquire
#else
#define ORDER memory_order_relaxed
#define LOOK memory_order_relaxed
#endif

static sem_t s;
static atomic_int over;

static void *take(void *unused)
{
	sem_wait(&s);
	atomic_store_explicit(&over, 1, ORDER);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 1);
	t = start(take, NULL);
	if (atomic_load_explicit(&over, LOOK))
		s.__align = 0;
	finish(t);
	return 0;
}
