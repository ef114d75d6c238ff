/* SPDX-License-Identifier: MIT */
/* working_directory: the working directory, by a system call past every wrapper
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
 * states: 1
 * says: the working directory, now '/'
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

static long leaves_behind(void)
{
	char old[4096];

	raw(SYS_getcwd, (long)old, sizeof old, 0, 0, 0);
	raw(SYS_chdir, (long)"/", 0, 0, 0, 0);
	return strcmp(old, "/") != 0;
}
