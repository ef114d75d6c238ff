/* SPDX-License-Identifier: MIT */
/* io.c - read and write on a number, whatever it stands for
 *
 * The operation is on what the number stands for when the call arrives; what it
 * stands for when the operation is granted is what is read or written.
 */
#include "native/fails.h"
#include "native/kernel/device.h"
#include "native/kernel/file.h"
#include "native/kernel/sock.h"
#include "native/kernel/timer.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

/* The queue that a write goes to, plus one. */
static uint32_t out_of(const struct file *f)
{
	return f->kind == FILE_SOCKET ? sock_out(f) : f->out;
}

static uint64_t object_of(const struct file *f, bool writes)
{
	uint32_t queue;

	switch (f->kind) {
	case FILE_PIPE:
	case FILE_SOCKET:
		queue = writes ? out_of(f) : f->in;
		return queue ? kernel_object(KERNEL_PIPE, queue - 1u)
			     : kernel_object(KERNEL_SOCKET, 0);
	case FILE_EVENT:
	case FILE_TIMER:
	case FILE_SIGNAL:
		return kernel_object(KERNEL_EVENT, (uint64_t)(f - files));
	case FILE_BYTES:
	case FILE_DEVICE:
		return kernel_object(KERNEL_OPEN, (uint64_t)(f - files));
	default:
		return kernel_object(KERNEL_NUMBERS, 0);
	}
}

/* A number that no table of ours has: another call's, or nobody's. */
static ssize_t foreign(int number, const struct parts *p, off_t at, bool writes)
{
	long rc, call = at < 0	 ? writes ? SYS_writev : SYS_readv
			: writes ? SYS_pwritev
				 : SYS_preadv;

	if (rt.mode != MODE_FORK)
		return refuse_call(EBADF);
	for (int i = 0; i < p->count; i++)
		if (writes)
			access_read(p->at[i].iov_base, p->at[i].iov_len, p->pc);
		else
			access_write(
				p->at[i].iov_base, p->at[i].iov_len, p->pc);
	rc = raw_syscall6(call, number, (long)p->at, p->count, at, 0, 0);
	return rc < 0 ? refuse_call((int)-rc) : rc;
}

static bool has_place(const struct file *f)
{
	return f->kind == FILE_BYTES || f->kind == FILE_FOLDER ||
	       f->kind == FILE_DEVICE || f->kind == FILE_REAL;
}

/* The checks that need no operation; 0: go on. */
static int wrong(const struct file *f, off_t at, bool writes)
{
	unsigned access = f->flags & O_ACCMODE;

	if (at >= 0 && !has_place(f))
		return ESPIPE;
	if (f->kind == FILE_STREAM)
		return 0;
	if (f->kind == FILE_EPOLL ||
		(writes && (f->kind == FILE_TIMER || f->kind == FILE_SIGNAL)))
		return EINVAL;
	if (access == (writes ? O_RDONLY : O_WRONLY))
		return EBADF;
	if (f->kind == FILE_FOLDER)
		return EISDIR;
	return 0;
}

/* What the number stands for as the call arrives.  False: the call is over,
 * with *rc. */
static bool arrived(int number, const struct parts *p, off_t at, bool writes,
	struct file **f, ssize_t *rc)
{
	int error;

	*f = file_of(number);
	if (!*f || wrong(*f, at, writes)) { /* whether it is has an order */
		numbers_point(OP_fd_control, p->pc);
		cancel_here();
		*f = file_of(number);
	}
	if (!*f) {
		*rc = foreign(number, p, at, writes);
		return false;
	}
	error = parts_too_long(p) ? EINVAL : wrong(*f, at, writes);
	if (error)
		*rc = refuse_call(error);
	return !error;
}

/* Nothing is read, or written to a pipe, at once; a message may be empty. */
static bool waits(const struct file *f, const struct parts *p, bool writes)
{
	const struct queue *q = f->in && !writes ? &queues[f->in - 1] : 0;

	if (f->flags & O_NONBLOCK || p->flags & MSG_DONTWAIT)
		return false;
	if (f->kind == FILE_SIGNAL)
		return parts_bytes(p) >= sizeof(struct signalfd_siginfo);
	if (p->of == PARTS_OF_MESSAGE && !writes)
		return true; /* recv of nothing wants something to be there */
	return parts_bytes(p) || !(f->kind == FILE_PIPE || (q && !q->messages));
}

static unsigned begun(const struct parts *p)
{
	return p->flags & PARTS_BEGUN ? WAIT_BEGUN : 0;
}

/* Of a call that waits. */
static unsigned sleeps(const struct file *f, bool writes)
{
	const struct sock *s = f->kind == FILE_SOCKET ? sock_of(f) : 0;

	return s && s->domain == AF_UNIX &&
			       s->type == (writes ? SOCK_DGRAM : SOCK_STREAM)
		       ? WAIT_SLEEPS
		       : 0;
}

/* The kernel asks no file: a vector without bytes; and, for sockets, a read. */
static bool asks_nobody(
	const struct file *f, const struct parts *p, bool writes)
{
	if (p->of == PARTS_OF_BYTES)
		return !writes && f->kind == FILE_SOCKET && !parts_bytes(p);
	return p->of == PARTS_OF_VECTOR && !parts_bytes(p);
}

static ssize_t nothing(int number, const struct parts *p, off_t at, bool writes)
{
	const struct file *f;
	int error;

	numbers_point(OP_fd_control, p->pc);
	cancel_here();
	f = file_of(number);
	error = f ? wrong(f, at, writes) : EBADF;
	return error ? refuse_call(error) : 0;
}

/* The call is to fail with this error, unless there is another reason. */
static ssize_t fail_io(
	int number, const struct parts *p, off_t at, bool writes, int error)
{
	if (nothing(number, p, at, writes) < 0 &&
		!(rt.mode == MODE_FORK && !file_of(number) &&
			raw_syscall(SYS_fcntl, number, F_GETFD) >= 0))
		return -1;
	return refuse_call(parts_too_long(p) ? EINVAL : error);
}

/* Is it to?  What reads or writes no byte does not. */
static int asked_to_fail(
	const struct parts *p, enum failing call, enum failing of_message)
{
	if (!parts_bytes(p))
		return 0;
	return fails(p->of == PARTS_OF_MESSAGE ? of_message : call, p->pc);
}

/* When the call will have waited long enough; a decision point, where that
 * will be. */
static uint64_t begins(int number, const struct parts *p, bool writes)
{
	if (!parts_bytes(p) || parts_too_long(p))
		return 0;
	return timeout_begins(number, writes, p->flags, p->pc);
}

ssize_t descriptor_read_until(
	int number, const struct parts *p, off_t at, uint64_t deadline)
{
	int error = asked_to_fail(p, FAILING_read, FAILING_recv);
	struct file *f;
	ssize_t rc;

	if (error)
		return fail_io(number, p, at, false, error);
	if (!arrived(number, p, at, false, &f, &rc))
		return rc;
	if (asks_nobody(f, p, false))
		return nothing(number, p, at, false);
	if (f->kind == FILE_STREAM && f->value == 0)
		return stream_read_parts(p);
	if (kernel_point_until(OP_fd_read, object_of(f, false),
		    (waits(f, p, false) ? WAIT_READ | sleeps(f, false)
					: WAIT_READ | WAIT_AT_ONCE) |
			    begun(p),
		    (uint64_t)(f - files), 0, deadline, p->pc) == SIGNAL_ENDS)
		return refuse_call(EINTR);
	f = file_of(number);
	if (!f || wrong(f, at, false))
		return refuse_call(f ? wrong(f, at, false) : EBADF);
	file_looked_at(f);
	switch (f->kind) {
	case FILE_PIPE:
		return queue_read(f, p);
	case FILE_SOCKET:
		return sock_read(f, p);
	case FILE_EVENT:
		return event_read(f, p);
	case FILE_TIMER:
		return timer_read(f, p);
	case FILE_SIGNAL:
		return signal_file_read(f, p);
	case FILE_BYTES:
		return content_read(f, p, at);
	case FILE_DEVICE:
		return device_read(f, p);
	case FILE_REAL:
		only_forked(p->pc,
			"read of descriptor %d, whose place is shared", number);
		return foreign(number, p, at, false);
	default:
		return refuse_call(EBADF); /* standard output or error */
	}
}

ssize_t descriptor_read(int number, const struct parts *p, off_t at)
{
	return descriptor_read_until(number, p, at, begins(number, p, false));
}

/* How many bytes must fit before a write goes on. */
static uint64_t need(const struct file *f, const struct parts *p)
{
	uint64_t n = parts_bytes(p);

	if (f->kind == FILE_EVENT) {
		uint64_t add = 0;

		if (n >= sizeof add)
			parts_get(p, 0, &add, sizeof add);
		return add == UINT64_MAX ? 0 : add;
	}
	if (out_of(f) &&
		(queues[out_of(f) - 1].messages || queues[out_of(f) - 1].pages))
		return n;
	return n <= PIPE_ATOMIC ? n : 1;
}

static ssize_t write_once(
	int number, const struct parts *p, off_t at, uint64_t deadline)
{
	struct file *f;
	ssize_t rc;

	if (!arrived(number, p, at, true, &f, &rc))
		return rc;
	if (asks_nobody(f, p, true))
		return nothing(number, p, at, true);
	if (f->kind == FILE_STREAM)
		return stream_write_parts((int)f->value, p);
	if (out_of(f) && queues[out_of(f) - 1].messages &&
		parts_bytes(p) > PIPE_ROOM)
		unsupported("a message of more than 64 KiB", p->pc);
	if (kernel_point_until(OP_fd_write, object_of(f, true),
		    (waits(f, p, true) ? WAIT_WRITE | sleeps(f, true)
				       : WAIT_NOT) |
			    begun(p),
		    (uint64_t)(f - files), need(f, p), deadline,
		    p->pc) == SIGNAL_ENDS)
		return refuse_call(EINTR);
	f = file_of(number);
	if (!f || wrong(f, at, true))
		return refuse_call(f ? wrong(f, at, true) : EBADF);
	file_looked_at(f);
	switch (f->kind) {
	case FILE_PIPE:
		return queue_write(f, p);
	case FILE_SOCKET:
		return sock_write(f, p);
	case FILE_EVENT:
		return event_write(f, p);
	case FILE_BYTES:
		return content_write(f, p, at);
	case FILE_DEVICE:
		return device_write(f, p);
	case FILE_REAL:
		only_forked(p->pc, "write to descriptor %d", number);
		return foreign(number, p, at, true);
	default:
		return stream_write_parts((int)f->value, p);
	}
}

/* An eventfd has no write of several parts: each is one of its own, as long as
 * they are taken. */
static ssize_t one_by_one(int number, const struct parts *p)
{
	ssize_t done = 0;

	for (int i = 0; i < p->count; i++) {
		struct parts one = {
			&p->at[i], 1, p->pc, p->flags, PARTS_OF_BYTES, 0};
		ssize_t now;

		one.flags |= done ? PARTS_BEGUN : 0;
		now = write_once(number, &one, -1, 0);

		if (now < 0)
			return done ? done : -1;
		done += now;
		if ((size_t)now != p->at[i].iov_len)
			break;
	}
	return done;
}

/* What does not fit at once does. */
static bool in_pieces(const struct file *f, const struct parts *p, off_t at)
{
	return f && (f->kind == FILE_PIPE || f->kind == FILE_SOCKET) &&
	       !(f->flags & O_NONBLOCK) && !(p->flags & MSG_DONTWAIT) &&
	       at < 0 && f->out && !queues[f->out - 1].messages &&
	       parts_bytes(p) > PIPE_ATOMIC && !parts_too_long(p);
}

/* Each piece is an operation of its own. */
ssize_t descriptor_write(int number, const struct parts *p, off_t at)
{
	int error = asked_to_fail(p, FAILING_write, FAILING_send);
	size_t n = parts_bytes(p), done = 0;
	struct iovec rest;
	struct parts piece = {&rest, 1, p->pc, p->flags, PARTS_OF_BYTES, 0};
	uint64_t deadline;
	int before = errno;
	const struct file *f;

	if (error)
		return fail_io(number, p, at, true, error);
	deadline = begins(number, p, true);
	f = file_of(number);
	if (f && f->kind == FILE_EVENT && p->count > 1 && n && at < 0 &&
		!parts_too_long(p))
		return one_by_one(number, p);
	if (!in_pieces(f, p, at))
		return write_once(number, p, at, deadline);
	for (int i = 0; i < p->count; i++)
		for (size_t from = 0; from < p->at[i].iov_len;) {
			ssize_t now;

			rest.iov_base = (char *)p->at[i].iov_base + from;
			rest.iov_len = p->at[i].iov_len - from;
			piece.flags |= done ? PARTS_BEGUN : 0;
			piece.got = done ? 0 : p->got;
			now = write_once(number, &piece, -1, deadline);
			if (now < 0) {
				if (done)
					errno = before;
				return done ? (ssize_t)done : -1;
			}
			from += (size_t)now;
			done += (size_t)now;
		}
	return (ssize_t)done;
}
