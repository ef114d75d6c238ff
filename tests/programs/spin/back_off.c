/* SPDX-License-Identifier: MIT */
/* back_off: exponential, up to a limit; at the limit the turns are equal
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "lock.h"

static atomic_int held;

static void lock(void)
{
	int delay = 1;

	while (atomic_exchange(&held, 1)) {
		for (volatile int i = 0; i < delay; i++)
			;
		if (delay < 8)
			delay *= 2;
	}
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
