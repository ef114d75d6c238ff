/* SPDX-License-Identifier: MIT */
/* counting: turns that are counted differ for ever: no spin, so the step limit
 * cuts them and the result is partial
 *
 * check: --exhaustive --max-steps 60
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * states: c=2
 */
#include "lock.h"

static atomic_int held;
static __thread unsigned turns;

static void lock(void)
{
	while (atomic_exchange(&held, 1))
		turns++;
}

static void unlock(void)
{
	atomic_store(&held, 0);
}
