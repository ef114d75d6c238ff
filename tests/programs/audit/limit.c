/* SPDX-License-Identifier: MIT */
/* limit: a resource limit, by a system call past every wrapper
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
 * says: the limit RLIMIT_NOFILE
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

#include <sys/resource.h>

static long leaves_behind(void)
{
	struct rlimit limit;
	long seen;

	raw(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit, 0);
	seen = limit.rlim_cur == 13;
	limit.rlim_cur = 13;
	raw(SYS_prlimit64, 0, RLIMIT_NOFILE, (long)&limit, 0, 0);
	return seen;
}
