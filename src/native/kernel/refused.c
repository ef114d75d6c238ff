/* SPDX-License-Identifier: MIT */
/* refused.c - calls that end the run with an error that names them and the line
 *
 * As words, all of them: no header that declares one may be included.
 */
#include "native/libc/libc.h"

typedef long words(long, long, long, long, long, long);

#define REFUSED(name)                                                          \
	extern words name;                                                     \
	EXPORT long LIBC(name)(long a, long b, long c, long d, long e, long f) \
	{                                                                      \
		if (controlled())                                              \
			unsupported(#name, CALLER);                            \
		return REAL(name)(a, b, c, d, e, f);                           \
	}

REFUSED(brk)
REFUSED(remap_file_pages)
REFUSED(shmat)
REFUSED(shmget)
REFUSED(shmdt)
REFUSED(shmctl)
REFUSED(pkey_alloc)
REFUSED(pkey_mprotect)
REFUSED(chroot)
REFUSED(wait3)
REFUSED(wait4)
REFUSED(waitid)
REFUSED(clone)
REFUSED(unshare)
REFUSED(setns)
REFUSED(ptrace)

/* Asking where the end is does no harm. */
void *sbrk(long increment);

EXPORT void *LIBC(sbrk)(long increment)
{
	if (controlled() && increment)
		unsupported("sbrk", CALLER);
	return REAL(sbrk)(increment);
}
