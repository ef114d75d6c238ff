/* SPDX-License-Identifier: MIT */
/* memory.c - descriptors for what lies in memory: eventfd, memfd_create */
#include "native/fails.h"
#include "native/kernel/file.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

EXPORT int LIBC(eventfd)(unsigned value, int flags)
{
	struct file *f;
	int error;

	if (!controlled())
		return REAL(eventfd)(value, flags);
	if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE))
		return (int)refuse_call(EINVAL);
	error = fails(FAILING_eventfd, CALLER);
	if (error)
		return (int)refuse_call(error);
	numbers_point(OP_fd_open, CALLER);
	f = file_new(FILE_EVENT, O_RDWR | ((uint32_t)flags & O_NONBLOCK));
	if (!f)
		return -1;
	f->value = value;
	f->semaphore = (flags & EFD_SEMAPHORE) != 0;
	return file_give(f, flags & EFD_CLOEXEC);
}

EXPORT int LIBC(memfd_create)(const char *name, unsigned flags)
{
	struct file *f;
	int error;

	if (!controlled())
		return REAL(memfd_create)(name, flags);
	error = fails(FAILING_memfd_create, CALLER);
	read_string(name, CALLER);
	if (flags & ~(unsigned)(MFD_CLOEXEC | MFD_ALLOW_SEALING))
		return (int)refuse_call(EINVAL);
	if (error)
		return (int)refuse_call(error);
	numbers_point(OP_fd_open, CALLER);
	f = file_new(FILE_BYTES, O_RDWR | FILE_IS_LARGE);
	if (!f)
		return -1;
	f->content = content_new(S_IFREG | 0777);
	return file_give(f, flags & MFD_CLOEXEC);
}

EXPORT int LIBC(eventfd_read)(int number, eventfd_t *out)
{
	struct iovec part = {out, sizeof *out};
	struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};

	if (!controlled())
		return REAL(eventfd_read)(number, out);
	return descriptor_read(number, &p, -1) == sizeof *out ? 0 : -1;
}

EXPORT int LIBC(eventfd_write)(int number, eventfd_t value)
{
	struct iovec part = {&value, sizeof value};
	struct parts p = {&part, 1, CALLER, 0, PARTS_OF_BYTES, 0};

	if (!controlled())
		return REAL(eventfd_write)(number, value);
	return descriptor_write(number, &p, -1) == sizeof value ? 0 : -1;
}
