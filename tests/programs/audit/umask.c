/* SPDX-License-Identifier: MIT */
/* umask: the umask, by a system call past every wrapper
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
 * says: the umask, 0765, which was 0
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

static long leaves_behind(void)
{
	return raw(SYS_umask, 0765, 0, 0, 0, 0) == 0765;
}
