/* SPDX-License-Identifier: MIT */
/* descriptor: a descriptor that is left open, by a system call past every
 * wrapper
 *
 * Two additions: 2 executions, and in each the process is as it was at first.
 *
 * holes: unannounced
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * executions: 2
 * states: 3
 * says: descriptor 3 (/dev/null) was left open
 * says: starting again in fork mode
 * scope: rewind_leak
 */
#include "beside.h"

static long leaves_behind(void)
{
	return raw(SYS_dup, 0, 0, 0, 0, 0);
}
