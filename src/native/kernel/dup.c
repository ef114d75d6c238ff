/* SPDX-License-Identifier: MIT */
/* dup.c - numbers that are copied and freed: dup, close, fcntl */
#include "native/fails.h"
#include "native/kernel/file.h"
#include "native/kernel/lock.h"
#include "native/libc/libc.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4
#endif

/* A number that another call's has, in fork mode only. */
static bool foreign(int number)
{
	return !file_of(number) && number_is_kernels(number);
}

static int from_kernel(long rc)
{
	return rc < 0 ? (int)refuse_call((int)-rc) : (int)rc;
}

static int copy(int number, int from, bool closes, uint64_t pc)
{
	int error = fails(FAILING_dup, pc);
	struct file *f;

	numbers_point(OP_fd_open, pc);
	f = file_of(number);
	if (!f && error && foreign(number) &&
		raw_syscall(SYS_fcntl, number, F_GETFD) >= 0)
		return (int)refuse_call(error);
	if (!f)
		return foreign(number)
			       ? from_kernel(raw_syscall6(SYS_fcntl, number,
					 closes ? F_DUPFD_CLOEXEC : F_DUPFD,
					 from, 0, 0, 0))
			       : (int)refuse_call(EBADF);
	if (from && !number_allowed((uint64_t)from))
		return (int)refuse_call(EINVAL);
	if (error)
		return (int)refuse_call(error);
	if (f->kind == FILE_REAL) {
		only_forked(pc, "copy of descriptor %d", number);
		return from_kernel(raw_syscall6(SYS_fcntl, number,
			closes ? F_DUPFD_CLOEXEC : F_DUPFD, from, 0, 0, 0));
	}
	number = number_new(f, from, closes);
	if (number >= 0)
		trace_result((uint64_t)number);
	return number;
}

static int copy_to(int number, int to, bool closes, uint64_t pc)
{
	struct file *f;

	numbers_point(OP_fd_open, pc);
	f = file_of(number);
	if (!f || f->kind == FILE_REAL) {
		if (f)
			only_forked(pc, "copy of descriptor %d", number);
		if (rt.mode == MODE_FORK && !file_of(to))
			return from_kernel(raw_syscall6(SYS_dup3, number, to,
				closes ? O_CLOEXEC : 0, 0, 0, 0));
		if (rt.mode == MODE_FORK &&
			raw_syscall(SYS_fcntl, number, F_GETFD) >= 0)
			unsupported("dup2 of a file on disk over a descriptor "
				    "that scarp models",
				pc);
		return (int)refuse_call(EBADF);
	}
	if (to < 0 || !number_allowed((uint64_t)to) || to >= NUMBERS_MAX)
		return (int)refuse_call(EBADF);
	if (file_of(to) == f && number == to)
		return to;
	KEEP(*f);
	f->refs++; /* dropping `to` may be the end of it */
	if (to == 1 && rt.world.unflushed)
		rt.world.dropped |= DROPPED_MOVED;
	if (file_of(to))
		number_drop(to);
	number_set(to, f, closes);
	file_drop(f);
	return to;
}

EXPORT int LIBC(dup)(int number)
{
	return controlled() ? copy(number, 0, false, CALLER)
			    : REAL(dup)(number);
}

EXPORT int LIBC(dup2)(int number, int to)
{
	return controlled() ? copy_to(number, to, false, CALLER)
			    : REAL(dup2)(number, to);
}

EXPORT int LIBC(dup3)(int number, int to, int flags)
{
	if (!controlled())
		return REAL(dup3)(number, to, flags);
	if (number == to || flags & ~O_CLOEXEC)
		return (int)refuse_call(EINVAL);
	return copy_to(number, to, flags & O_CLOEXEC, CALLER);
}

static int close_one(int number)
{
	if (file_of(number)) {
		number_drop(number);
		return 0;
	}
	if (foreign(number))
		return from_kernel(raw_syscall(SYS_close, number, 0));
	return (int)refuse_call(EBADF);
}

int number_close(int number, uint64_t pc)
{
	numbers_point(OP_fd_close, pc);
	cancel_here();
	return close_one(number);
}

EXPORT int LIBC(close)(int number)
{
	if (!controlled())
		return REAL(close)(number);
	return number_close(number, CALLER);
}

int close_range(unsigned first, unsigned last, int flags);

EXPORT int LIBC(close_range)(unsigned first, unsigned last, int flags)
{
	if (!controlled())
		return REAL(close_range)(first, last, flags);
	if (first > last || flags & ~CLOSE_RANGE_CLOEXEC)
		return (int)refuse_call(EINVAL);
	numbers_point(OP_fd_close, CALLER);
	for (unsigned n = first; n <= last && n < NUMBERS_MAX; n++)
		if (file_of((int)n) && flags & CLOSE_RANGE_CLOEXEC)
			number_closing((int)n, true);
		else if (file_of((int)n))
			number_drop((int)n);
	return 0;
}

void closefrom(int first);

EXPORT void LIBC(closefrom)(int first)
{
	if (!controlled()) {
		REAL(closefrom)(first);
		return;
	}
	numbers_point(OP_fd_close, CALLER);
	for (int n = first < 0 ? 0 : first; n < NUMBERS_MAX; n++)
		if (file_of(n))
			number_drop(n);
}

/* --- fcntl ------------------------------------------------------------------
 */

static int set_flags(int number, struct file *f, long flags)
{
	uint32_t may = O_NONBLOCK | O_APPEND;

	if ((f->flags ^ (uint32_t)flags) & O_NONBLOCK)
		file_waiting_changes(number, f);
	CHANGE(*f);
	f->flags = (f->flags & ~may) | ((uint32_t)flags & may);
	return 0;
}

static int control(int number, int command, long argument, uint64_t pc)
{
	struct file *f;

	if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
		return copy(
			number, (int)argument, command == F_DUPFD_CLOEXEC, pc);
	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (foreign(number) || (f && f->kind == FILE_REAL)) {
		only_forked(pc, "fcntl of descriptor %d", number);
		return from_kernel(raw_syscall6(
			SYS_fcntl, number, command, argument, 0, 0, 0));
	}
	if (!f)
		return (int)refuse_call(EBADF);
	switch (command) {
	case F_GETFD:
		return number_closes_on_exec(number) ? FD_CLOEXEC : 0;
	case F_SETFD:
		number_closing(number, argument & FD_CLOEXEC);
		return 0;
	case F_GETFL:
		spin_state(&f->flags, sizeof f->flags, false);
		return (int)f->flags;
	case F_SETFL:
		return set_flags(number, f, argument);
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
		return lock_range(f, command, (struct flock *)argument, pc);
	case F_GETPIPE_SZ:
		return f->kind == FILE_PIPE ? PIPE_ROOM
					    : (int)refuse_call(EBADF);
	default:
		unsupported("fcntl with this command", pc);
	}
}

EXPORT int LIBC(fcntl64)(int number, int command, ...)
{
	va_list args;
	long argument;

	va_start(args, command);
	argument = va_arg(args, long);
	va_end(args);
	return controlled() ? control(number, command, argument, CALLER)
			    : REAL(fcntl64)(number, command, argument);
}

EXPORT int LIBC(fcntl)(int number, int command, ...)
{
	va_list args;
	long argument;

	va_start(args, command);
	argument = va_arg(args, long);
	va_end(args);
	return controlled() ? control(number, command, argument, CALLER)
			    : REAL(fcntl)(number, command, argument);
}
