/* SPDX-License-Identifier: MIT */
/* ticket: waits for its number
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

static atomic_uint next, serving;

static void lock(void)
{
	unsigned mine = atomic_fetch_add(&next, 1);

	while (atomic_load(&serving) != mine)
		;
}

static void unlock(void)
{
	atomic_fetch_add(&serving, 1);
}
