/* SPDX-License-Identifier: MIT */
/* refused.c - calls that end the run with an error that names them and the line
 *
 * As words, all of them: no header that declares one may be included.
 */
#include "native/libc/libc.h"

typedef long words(long, long, long, long, long, long);

#define REFUSED(name) REFUSED_AS(name, #name)
/* With what else there is to do. */
#define REFUSED_AS(name, text)                                                 \
	extern words name;                                                     \
	EXPORT long LIBC(name)(long a, long b, long c, long d, long e, long f) \
	{                                                                      \
		if (controlled())                                              \
			unsupported(text, CALLER);                             \
		return REAL(name)(a, b, c, d, e, f);                           \
	}

REFUSED(brk)
REFUSED(remap_file_pages)
REFUSED(shmat)
REFUSED_AS(shmget,
	"shmget (the kernel keeps System V's memory, which is not rewound; "
	"shm_open and mmap share memory that is)")
REFUSED_AS(semget,
	"semget (the kernel keeps System V's semaphores, which are not "
	"rewound; those of sem_open and sem_init are)")
REFUSED_AS(msgget,
	"msgget (the kernel keeps System V's messages, which are not rewound; "
	"those of a socketpair with SOCK_SEQPACKET are)")
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
REFUSED_AS(inotify_add_watch,
	"inotify_add_watch (the test's files change in memory, of which the "
	"kernel hears nothing; stat and readdir see them)")

/* Asking where the end is does no harm. */
void *sbrk(long increment);

EXPORT void *LIBC(sbrk)(long increment)
{
	if (controlled() && increment)
		unsupported("sbrk", CALLER);
	return REAL(sbrk)(increment);
}
