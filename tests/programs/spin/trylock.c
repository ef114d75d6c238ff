/* SPDX-License-Identifier: MIT */
/* trylock: a mutex taken by trying until it works
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "lock.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void lock(void)
{
	while (pthread_mutex_trylock(&m) != 0)
		;
}

static void unlock(void)
{
	pthread_mutex_unlock(&m);
}
