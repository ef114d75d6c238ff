/* SPDX-License-Identifier: MIT */
/* bounded_then_yield: three tries, then sched_yield, and over again
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "lock.h"
#include <sched.h>

static atomic_int held;

static void lock(void)
{
	for (;;) {
		for (int i = 0; i < 3; i++)
			if (!atomic_exchange(&held, 1))
				return;
		sched_yield();
	}
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
