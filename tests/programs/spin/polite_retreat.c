/* SPDX-License-Identifier: MIT */
/* polite_retreat: both step back and try again; what one does undoes the
 * other's chance, but some schedule always lets one through
 *
 * Two threads undoing each other's writes is no zero-effect loop.  Retreats are
 * limited to two, then the thread waits for the lock; every execution ends.
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * native: sc
 */
#include "lock.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turn;

static void lock(void)
{
	pthread_mutex_t *first = &m, *second = &n;

	if (atomic_fetch_add(&turn, 1) == 1) {
		first = &n;
		second = &m;
	}
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(first);
		if (pthread_mutex_trylock(second) == 0)
			return;
		pthread_mutex_unlock(first);
	}
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
}

static void unlock(void)
{
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
}
