/* SPDX-License-Identifier: MIT */
/* mapping: a mapping that is left, by a system call past every wrapper
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
 * says: a mapping of 64 KiB at 0x230000000000 (r--p) was left
 * says: starting again in fork mode
 * says: state that scarp does not rewind was changed
 */
#include "beside.h"

#include <sys/mman.h>

static long leaves_behind(void)
{
	return raw(SYS_mmap, 0x230000000000, 0x10000, PROT_READ,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
		       -1) == 0x230000000000;
}
