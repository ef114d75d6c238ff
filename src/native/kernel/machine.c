/* SPDX-License-Identifier: MIT */
/* machine.c - what sysinfo says: the machine, as it was when first asked */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <sys/sysinfo.h>

/* How much memory is free, and how long the machine has been up, changes while
 * executions come and go; in one process all are told the same. */
EXPORT int LIBC(sysinfo)(struct sysinfo *out)
{
	static struct sysinfo first; /* not rewound */
	long rc;

	if (!controlled())
		return REAL(sysinfo)(out);
	access_write(out, sizeof *out, CALLER);
	if (!first.mem_unit) {
		rc = raw_syscall(SYS_sysinfo, (long)&first, 0);
		if (rc < 0)
			return (int)refuse_call((int)-rc);
	}
	caveat(CAVEAT_real_time, "sysinfo");
	*out = first;
	return 0;
}
