/* SPDX-License-Identifier: MIT */
/* descriptor_flags: a descriptor whose flags change, by a system call past
 * every wrapper
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
 * says: descriptor 0 (/dev/null) has another close-on-exec flag
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

#include <fcntl.h>

static long leaves_behind(void)
{
	long seen = raw(SYS_fcntl, 0, F_GETFD, 0, 0, 0);

	raw(SYS_fcntl, 0, F_SETFD, FD_CLOEXEC, 0, 0);
	return seen;
}
