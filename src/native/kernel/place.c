/* SPDX-License-Identifier: MIT */
/* place.c - reading and writing at a place: lseek, pread, ftruncate and kin */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

off_t descriptor_seek(int number, off_t offset, int from, uint64_t pc)
{
	struct file *f;
	off_t to;
	long rc;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f && !number_is_kernels(number))
		return refuse_call(EBADF);
	if (!f || f->kind == FILE_REAL) {
		only_forked(pc, "lseek of descriptor %d", number);
		rc = raw_syscall6(SYS_lseek, number, offset, from, 0, 0, 0);
		return rc < 0 ? refuse_call((int)-rc) : rc;
	}
	if (f->kind == FILE_DEVICE || f->kind == FILE_EVENT ||
		f->kind == FILE_FOLDER || f->kind == FILE_EPOLL ||
		f->kind == FILE_TIMER || f->kind == FILE_SIGNAL)
		return 0;
	if (f->kind != FILE_BYTES)
		return refuse_call(ESPIPE);
	if (from == SEEK_DATA || from == SEEK_HOLE)
		unsupported("lseek with SEEK_DATA or SEEK_HOLE", pc);
	file_looked_at(f);
	content_ordered(f, false);
	to = offset;
	spin_state(&f->value, sizeof f->value, false);
	if (from == SEEK_END)
		spin_state(&contents[f->content - 1].size,
			sizeof contents->size, false);
	if (from == SEEK_CUR)
		to += (off_t)f->value;
	else if (from == SEEK_END)
		to += (off_t)contents[f->content - 1].size;
	else if (from != SEEK_SET)
		return refuse_call(EINVAL);
	if (to < 0)
		return refuse_call(EINVAL);
	if (f->value != (uint64_t)to)
		CHANGE(*f);
	f->value = (uint64_t)to;
	return to;
}

EXPORT off_t LIBC(lseek)(int number, off_t offset, int from)
{
	return controlled() ? descriptor_seek(number, offset, from, CALLER)
			    : REAL(lseek)(number, offset, from);
}

EXPORT off_t LIBC(lseek64)(int number, off_t offset, int from)
{
	return controlled() ? descriptor_seek(number, offset, from, CALLER)
			    : REAL(lseek)(number, offset, from);
}

#define AT(name, type, function)                                               \
	EXPORT ssize_t LIBC(name)(int number, type to, size_t n, off_t at)     \
	{                                                                      \
		struct iovec part = {(void *)(uintptr_t)to, n};                \
		struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};     \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(number, to, n, at);                  \
		return at < 0 ? refuse_call(EINVAL)                            \
			      : function(number, &p, at);                      \
	}

AT(pread, void *, descriptor_read)
AT(pread64, void *, descriptor_read)
ssize_t __pread_chk(int number, void *to, size_t n, off_t at, size_t room);
ssize_t __pread64_chk(int number, void *to, size_t n, off_t at, size_t room);

#define AT_CHECKED(name)                                                       \
	EXPORT ssize_t LIBC(name)(                                             \
		int number, void *to, size_t n, off_t at, size_t room)         \
	{                                                                      \
		struct iovec part = {to, n};                                   \
		struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};     \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(number, to, n, at, room);            \
		if (n > room)                                                  \
			chk_failed("pread", CALLER);                           \
		return at < 0 ? refuse_call(EINVAL)                            \
			      : descriptor_read(number, &p, at);               \
	}

AT_CHECKED(__pread_chk)
AT_CHECKED(__pread64_chk)

AT(pwrite, const void *, descriptor_write)
AT(pwrite64, const void *, descriptor_write)

static int resize(int number, off_t size, uint64_t pc)
{
	struct file *f;
	long rc;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f && !number_is_kernels(number))
		return (int)refuse_call(EBADF);
	if (!f || f->kind == FILE_REAL) {
		only_forked(pc, "ftruncate of descriptor %d", number);
		rc = raw_syscall(SYS_ftruncate, number, size);
		return rc < 0 ? (int)refuse_call((int)-rc) : 0;
	}
	if (f->kind != FILE_BYTES || size < 0 ||
		(f->flags & O_ACCMODE) == O_RDONLY)
		return (int)refuse_call(EINVAL);
	file_looked_at(f);
	content_ordered(f, true);
	return content_resize(f->content, (uint64_t)size)
		       ? 0
		       : (int)refuse_call(EFBIG);
}

EXPORT int LIBC(ftruncate)(int number, off_t size)
{
	return controlled() ? resize(number, size, CALLER)
			    : REAL(ftruncate)(number, size);
}

EXPORT int LIBC(ftruncate64)(int number, off_t size)
{
	return controlled() ? resize(number, size, CALLER)
			    : REAL(ftruncate)(number, size);
}

/* The parts as they are when the call comes; false and errno: too many. */
static bool look_at_parts(struct parts *p)
{
	size_t n = (size_t)p->count * sizeof *p->at;
	const char *at;

	if (p->count < 0 || p->count > IOV_MAX)
		return refuse_call(EINVAL) == 0;
	at = look(p->at, n, p->pc);
	seen(p->at, at, n, p->pc);
	p->at = (const struct iovec *)(const void *)at;
	return true;
}

EXPORT ssize_t LIBC(readv)(int number, const struct iovec *part, int parts)
{
	struct parts p = {part, parts, CALLER, 0, PARTS_OF_VECTOR, 0};

	if (!controlled())
		return REAL(readv)(number, part, parts);
	return look_at_parts(&p) ? descriptor_read(number, &p, -1) : -1;
}

static ssize_t vector(int number, const struct iovec *part, int parts, off_t at,
	ssize_t (*function)(int, const struct parts *, off_t), uint64_t pc)
{
	struct parts p = {part, parts, pc, 0, PARTS_OF_VECTOR, 0};

	if (at < 0)
		return refuse_call(EINVAL);
	return look_at_parts(&p) ? function(number, &p, at) : -1;
}

#define VECTOR_AT(name, function)                                              \
	EXPORT ssize_t LIBC(name)(                                             \
		int number, const struct iovec *part, int parts, off_t at)     \
	{                                                                      \
		return controlled() ? vector(number, part, parts, at,          \
					      function, CALLER)                \
				    : REAL(name)(number, part, parts, at);     \
	}

VECTOR_AT(preadv, descriptor_read)
VECTOR_AT(preadv64, descriptor_read)
VECTOR_AT(pwritev, descriptor_write)
VECTOR_AT(pwritev64, descriptor_write)
