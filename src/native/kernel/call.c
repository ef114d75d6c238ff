/* SPDX-License-Identifier: MIT */
/* call.c - the functions are the runtime's own, but are declared here as the
 * system calls are: six words.  No header of theirs may be included. */
#include "native/kernel/call.h"

#include <sys/syscall.h>

extern int *__errno_location(void);

typedef long words(long, long, long, long, long, long);

/* SAME(type, system call, function): what is -1 of that type is a failure. */
#define ROWS                                                                   \
	SAME(long, read, scarp_libc_read)                                      \
	SAME(long, write, scarp_libc_write)                                    \
	SAME(long, readv, scarp_libc_readv)                                    \
	SAME(long, writev, scarp_libc_writev)                                  \
	SAME(long, pread64, scarp_libc_pread64)                                \
	SAME(long, pwrite64, scarp_libc_pwrite64)                              \
	SAME(long, lseek, scarp_libc_lseek)                                    \
	SAME(int, close, scarp_libc_close)                                     \
	SAME(int, close_range, scarp_libc_close_range)                         \
	SAME(int, dup, scarp_libc_dup)                                         \
	SAME(int, dup2, scarp_libc_dup2)                                       \
	SAME(int, dup3, scarp_libc_dup3)                                       \
	SAME(int, fcntl, scarp_libc_fcntl)                                     \
	SAME(int, pipe, scarp_libc_pipe)                                       \
	SAME(int, pipe2, scarp_libc_pipe2)                                     \
	SAME(int, socketpair, scarp_libc_socketpair)                           \
	SAME(int, shutdown, scarp_libc_shutdown)                               \
	SAME(int, eventfd2, scarp_libc_eventfd)                                \
	SAME(int, memfd_create, scarp_libc_memfd_create)                       \
	SAME(int, ftruncate, scarp_libc_ftruncate)                             \
	SAME(int, fstat, scarp_libc_fstat)                                     \
	SAME(int, poll, scarp_libc_poll)                                       \
	SAME(int, select, scarp_libc_select)                                   \
	SAME(long, sendto, scarp_libc_sendto)                                  \
	SAME(long, recvfrom, scarp_libc_recvfrom)                              \
	SAME(long, sendmsg, scarp_libc_sendmsg)                                \
	SAME(long, recvmsg, scarp_libc_recvmsg)                                \
	SAME(int, sendmmsg, scarp_libc_sendmmsg)                               \
	SAME(int, recvmmsg, scarp_libc_recvmmsg)                               \
	SAME(int, socket, scarp_libc_socket)                                   \
	SAME(int, bind, scarp_libc_bind)                                       \
	SAME(int, listen, scarp_libc_listen)                                   \
	SAME(int, connect, scarp_libc_connect)                                 \
	SAME(int, accept, scarp_libc_accept)                                   \
	SAME(int, accept4, scarp_libc_accept4)                                 \
	SAME(int, getsockname, scarp_libc_getsockname)                         \
	SAME(int, getpeername, scarp_libc_getpeername)                         \
	SAME(int, getsockopt, scarp_libc_getsockopt)                           \
	SAME(int, setsockopt, scarp_libc_setsockopt)                           \
	SAME(int, ioctl, scarp_libc_ioctl)                                     \
	SAME(int, epoll_create, scarp_libc_epoll_create)                       \
	SAME(int, epoll_create1, scarp_libc_epoll_create1)                     \
	SAME(int, epoll_ctl, scarp_libc_epoll_ctl)                             \
	SAME(int, epoll_wait, scarp_libc_epoll_wait)                           \
	SAME(int, timerfd_create, scarp_libc_timerfd_create)                   \
	SAME(int, timerfd_settime, scarp_libc_timerfd_settime)                 \
	SAME(int, timerfd_gettime, scarp_libc_timerfd_gettime)                 \
	SAME(int, open, scarp_libc_open)                                       \
	SAME(int, openat, scarp_libc_openat)                                   \
	SAME(int, creat, scarp_libc_creat)                                     \
	SAME(int, access, scarp_libc_access)                                   \
	SAME(long, readlink, scarp_libc_readlink)                              \
	SAME(int, mkdirat, scarp_libc_mkdirat)                                 \
	SAME(int, unlinkat, scarp_libc_unlinkat)                               \
	SAME(int, mkdir, scarp_libc_mkdir)                                     \
	SAME(int, rmdir, scarp_libc_rmdir)                                     \
	SAME(int, unlink, scarp_libc_unlink)                                   \
	SAME(int, rename, scarp_libc_rename)                                   \
	SAME(int, link, scarp_libc_link)                                       \
	SAME(int, symlink, scarp_libc_symlink)                                 \
	SAME(int, truncate, scarp_libc_truncate)                               \
	SAME(int, chmod, scarp_libc_chmod)                                     \
	SAME(int, fchmod, scarp_libc_fchmod)                                   \
	SAME(int, chown, scarp_libc_chown)                                     \
	SAME(int, lchown, scarp_libc_lchown)                                   \
	SAME(int, fchown, scarp_libc_fchown)                                   \
	SAME(int, fsync, scarp_libc_fsync)                                     \
	SAME(int, fdatasync, scarp_libc_fdatasync)                             \
	SAME(int, syncfs, scarp_libc_syncfs)                                   \
	SAME(int, flock, scarp_libc_flock)                                     \
	SAME(int, statfs, scarp_libc_statfs)                                   \
	SAME(int, fstatfs, scarp_libc_fstatfs)                                 \
	SAME(int, fallocate, scarp_libc_fallocate)                             \
	SAME(long, mmap, scarp_libc_mmap)                                      \
	SAME(int, munmap, scarp_libc_munmap)                                   \
	SAME(int, mprotect, scarp_libc_mprotect)                               \
	SAME(int, msync, scarp_libc_msync)                                     \
	SAME(int, madvise, scarp_libc_madvise)                                 \
	SAME(long, mremap, scarp_libc_mremap)                                  \
	SAME(int, chdir, scarp_libc_chdir)                                     \
	SAME(int, fchdir, scarp_libc_fchdir)                                   \
	SAME(int, umask, scarp_libc_umask)                                     \
	SAME(int, getrlimit, scarp_libc_getrlimit)                             \
	SAME(int, setrlimit, scarp_libc_setrlimit)                             \
	SAME(int, prlimit64, scarp_libc_prlimit64)                             \
	SAME(long, getrandom, scarp_libc_getrandom)                            \
	SAME(int, sysinfo, scarp_libc_sysinfo)                                 \
	SAME(int, kill, kill)                                                  \
	SAME(int, getppid, getppid)                                            \
	SAME(int, sched_setaffinity, sched_setaffinity)                        \
	SAME(int, sched_setscheduler, sched_setscheduler)                      \
	SAME(int, sched_getscheduler, sched_getscheduler)

#define SAME(type, call, function) extern words function;
ROWS
#undef SAME

	static const struct {
	long number;
	words *function;
	bool narrow; /* an int, whose upper half is anything */
} row[] = {
#define SAME(type, call, function)                                             \
	{SYS_##call, function, sizeof(type) < sizeof(long)},
	ROWS
#undef SAME
};

bool call_same(long number, const long *a, long *rc)
{
	for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
		if (row[i].number != number)
			continue;
		*rc = row[i].function(a[0], a[1], a[2], a[3], a[4], a[5]);
		if (row[i].narrow)
			*rc = (int)*rc;
		if (*rc == -1)
			*rc = -*__errno_location();
		return true;
	}
	return false;
}
