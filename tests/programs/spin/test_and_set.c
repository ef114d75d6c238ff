/* SPDX-License-Identifier: MIT */
/* test_and_set: each failed turn writes 1 over 1, which changes nothing
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 *
 * check:
 * verdict: verified
 * states: c=2
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: c=2
 * races: none
 */
#include "lock.h"

static atomic_flag held = ATOMIC_FLAG_INIT;

static void lock(void)
{
	while (atomic_flag_test_and_set(&held))
		;
}

static void unlock(void)
{
	atomic_flag_clear(&held);
}
