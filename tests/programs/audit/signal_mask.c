/* SPDX-License-Identifier: MIT */
/* signal_mask: the signal mask, by a system call past every wrapper
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
 * states: 0
 * says: the signal mask, 0x200, which was 0x0
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

#include <signal.h>

static long leaves_behind(void)
{
	unsigned long new = 1ul << (SIGUSR1 - 1), old = 0;

	raw(SYS_rt_sigprocmask, SIG_BLOCK, (long)&new, (long)&old, 8, 0);
	return (long)old;
}
