/* SPDX-License-Identifier: MIT */
/* disposition: a signal's disposition, by a system call past every wrapper
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
 * says: the disposition of signal 10, SIGUSR1
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

#include <signal.h>

static long leaves_behind(void)
{
	struct {
		void (*handler)(int);
		long flags, restorer, mask;
	} new = {.handler = SIG_IGN}, old = {0};

	raw(SYS_rt_sigaction, SIGUSR1, (long)&new, (long)&old, 8, 0);
	return old.handler == SIG_IGN;
}
