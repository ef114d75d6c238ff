/* SPDX-License-Identifier: MIT */
/* test_test_and_set: looks until it is free, then tries
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: c=2
 * races: none
 */
#include "lock.h"

static atomic_int held;

static void lock(void)
{
	do {
		while (atomic_load_explicit(&held, memory_order_relaxed))
			;
	} while (atomic_exchange(&held, 1));
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
