/* SPDX-License-Identifier: MIT */
/* durable.c - fsync and its kin, advice, and room on disk
 *
 * The machine does not crash, so what is written is as good as on disk.
 */
#include "native/kernel/file.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What a number stands for, behind its operation; NULL: *rc is the answer. */
static struct file *which(const char *name, int number, long call, long a,
	long b, long c, long *rc, uint64_t pc)
{
	struct file *f;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (f && f->kind != FILE_REAL && f->kind != FILE_STREAM)
		return f;
	*rc = -EBADF;
	if (f && f->kind == FILE_STREAM)
		*rc = raw_syscall6(call, (long)f->value, a, b, c, 0, 0);
	else if (f || number_is_kernels(number)) {
		only_forked(pc, "%s of descriptor %d", name, number);
		*rc = raw_syscall6(call, number, a, b, c, 0, 0);
	}
	return 0;
}

/* 0 or an error: of files and folders; others have nothing that lasts. */
static int on_file(const char *name, int number, long call, long a, long b,
	long c, int otherwise, uint64_t pc)
{
	long rc;
	const struct file *f = which(name, number, call, a, b, c, &rc, pc);

	if (!f)
		return (int)-rc;
	return f->kind == FILE_BYTES || f->kind == FILE_FOLDER ? 0 : otherwise;
}

static int result(int error)
{
	return error ? (int)refuse_call(error) : 0;
}

#define LASTS(name)                                                            \
	EXPORT int LIBC(name)(int number)                                      \
	{                                                                      \
		int error;                                                     \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(number);                             \
		error = on_file(                                               \
			#name, number, SYS_##name, 0, 0, 0, EINVAL, CALLER);   \
		cancel_here();                                                 \
		return result(error);                                          \
	}
LASTS(fsync)
LASTS(fdatasync)

EXPORT int LIBC(syncfs)(int number)
{
	return controlled() ? result(on_file("syncfs", number, SYS_syncfs, 0, 0,
				      0, 0, CALLER))
			    : REAL(syncfs)(number);
}

EXPORT void LIBC(sync)(void)
{
	if (!controlled())
		REAL(sync)();
}

EXPORT int LIBC(sync_file_range)(
	int number, off64_t from, off64_t n, unsigned flags)
{
	int error;

	if (!controlled())
		return REAL(sync_file_range)(number, from, n, flags);
	error = on_file("sync_file_range", number, SYS_sync_file_range, from, n,
		(long)flags, ESPIPE, CALLER);
	if ((!error || error == ESPIPE) &&
		(from < 0 || n < 0 || from > INT64_MAX - n ||
			flags & ~(unsigned)SYNC_FILE_RANGE_WRITE_AND_WAIT))
		error = EINVAL;
	return result(error);
}

EXPORT ssize_t LIBC(readahead)(int number, off64_t from, size_t n)
{
	return controlled() ? result(on_file("readahead", number, SYS_readahead,
				      from, (long)n, 0, EINVAL, CALLER))
			    : REAL(readahead)(number, from, n);
}

/* These give the error, and leave errno alone. */
#define ADVISES(name)                                                          \
	EXPORT int LIBC(name)(int number, off_t from, off_t n, int advice)     \
	{                                                                      \
		int error;                                                     \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(number, from, n, advice);            \
		error = on_file(#name, number, SYS_fadvise64, from, n, advice, \
			ESPIPE, CALLER);                                       \
		return error					   ? error     \
		       : advice < 0 || advice > POSIX_FADV_NOREUSE ? EINVAL    \
								   : 0;        \
	}
ADVISES(posix_fadvise)
ADVISES(posix_fadvise64)

/* --- room
 * -------------------------------------------------------------------------------
 */

static int allocate(const char *name, int number, int mode, off_t from, off_t n,
	uint64_t pc)
{
	struct file *f;
	long rc;

	f = which(name, number, SYS_fallocate, mode, from, n, &rc, pc);
	if (!f)
		return (int)-rc;
	if (from < 0 || n <= 0)
		return EINVAL;
	if ((f->flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	if (f->kind != FILE_BYTES)
		return f->kind == FILE_FOLDER ? EISDIR
		       : f->kind == FILE_PIPE ? ESPIPE
					      : ENODEV;
	if (mode & ~FALLOC_FL_KEEP_SIZE)
		unsupported("fallocate with other flags than "
			    "FALLOC_FL_KEEP_SIZE",
			pc);
	file_looked_at(f);
	content_ordered(f, true);
	if (mode || (uint64_t)(from + n) <= contents[f->content - 1].size)
		return 0;
	return content_resize(f->content, (uint64_t)(from + n)) ? 0 : EFBIG;
}

#define ALLOCATES(name)                                                        \
	EXPORT int LIBC(name)(int number, int mode, off_t from, off_t n)       \
	{                                                                      \
		return controlled() ? result(allocate(#name, number, mode,     \
					      from, n, CALLER))                \
				    : REAL(name)(number, mode, from, n);       \
	}
ALLOCATES(fallocate)
ALLOCATES(fallocate64)

#define ALLOCATES_POSIX(name)                                                  \
	EXPORT int LIBC(name)(int number, off_t from, off_t n)                 \
	{                                                                      \
		return controlled()                                            \
			       ? allocate(#name, number, 0, from, n, CALLER)   \
			       : REAL(name)(number, from, n);                  \
	}
ALLOCATES_POSIX(posix_fallocate)
ALLOCATES_POSIX(posix_fallocate64)
