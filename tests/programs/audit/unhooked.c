/* SPDX-License-Identifier: MIT */
/* unhooked: a function that no compiler instruments stores into a static
 * variable
 *
 * Two additions: 2 executions.
 *
 * holes: uninstrumented
 *
 * holes: unannounced unseen_stores
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * executions: 2
 * states: 0
 * says: 'total' of
 * says: starting again in fork mode
 */
#include "beside.h"

static int total;

__attribute__((noinline, no_sanitize("thread"))) static long leaves_behind(void)
{
	total += 5;
	return total - 5;
}
