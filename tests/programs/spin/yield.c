/* SPDX-License-Identifier: MIT */
/* yield: gives way between looks
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * says: spinning threads are resumed when what they read changes
 * scope: fairness
 * native: sc
 *
 * check: --exhaustive --turns all
 * verdict: verified
 * states: c=2
 * scope: fairness
 */
#include "lock.h"
#include <sched.h>

static atomic_int held;

static void lock(void)
{
	while (atomic_exchange(&held, 1))
		sched_yield();
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
