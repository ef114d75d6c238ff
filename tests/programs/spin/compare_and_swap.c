/* SPDX-License-Identifier: MIT */
/* compare_and_swap: a failed one rewrites `expected`, which the next turn
 * resets
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
	int expected;

	do
		expected = 0;
	while (!atomic_compare_exchange_weak(&held, &expected, 1));
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
