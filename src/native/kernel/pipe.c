/* SPDX-License-Identifier: MIT */
/* pipe.c - pipes and pairs of sockets: two numbers with queues between */
#include "native/fails.h"
#include "native/kernel/sock.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* What goes through it: bytes, or messages. */
enum {
	BYTES,
	PACKETS,
	DATAGRAMS
};

/* Gives two files their numbers and stores those; both or none. */
static int give_both(
	struct file *a, struct file *b, int out[2], bool closes, uint64_t pc)
{
	int first = number_new(a, 0, closes), second;

	if (first < 0)
		return -1;
	second = number_new(b, 0, closes);
	if (second < 0) {
		number_drop(first);
		return -1;
	}
	access_write(out, 2 * sizeof *out, pc);
	out[0] = first;
	out[1] = second;
	trace_result((uint64_t)first);
	return 0;
}

/* A reference while numbers are given, so that a failure frees all of it. */
static void hold(struct file *f)
{
	f->refs = 1;
}

static int connect_both(
	struct file *a, struct file *b, int messages, bool both_ways)
{
	if (messages == DATAGRAMS)
		return sock_takes_datagrams(a) && sock_takes_datagrams(b) ? 0
									  : -1;
	a->in = b->out = queue_new(!both_ways, messages != 0);
	if (!a->in)
		return -1;
	if (both_ways && !(a->out = b->in = queue_new(false, messages != 0)))
		return -1;
	return 0;
}

static int make(enum file_kind kind, int messages, int out[2], uint32_t flags,
	bool closes, uint64_t pc)
{
	bool both_ways = kind == FILE_SOCKET;
	struct file *a, *b;
	int error = fails(both_ways ? FAILING_socketpair : FAILING_pipe, pc);
	int rc = -1;

	if (error)
		return (int)refuse_call(error);
	numbers_point(OP_fd_open, pc);
	a = file_new(kind, flags | (both_ways ? O_RDWR : O_RDONLY));
	b = a ? file_new(kind, flags | (both_ways ? O_RDWR : O_WRONLY)) : 0;
	if (a)
		hold(a);
	if (b) {
		hold(b);
		rc = connect_both(a, b, messages, both_ways)
			     ? (int)refuse_call(ENFILE)
			     : give_both(a, b, out, closes, pc);
		file_drop(b);
	}
	if (a)
		file_drop(a);
	return rc;
}

EXPORT int LIBC(pipe2)(int out[2], int flags)
{
	if (!controlled())
		return REAL(pipe2)(out, flags);
	if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
		return (int)refuse_call(EINVAL);
	return make(FILE_PIPE, flags & O_DIRECT, out,
		(uint32_t)flags & O_NONBLOCK, flags & O_CLOEXEC, CALLER);
}

EXPORT int LIBC(pipe)(int out[2])
{
	if (!controlled())
		return REAL(pipe)(out);
	return make(FILE_PIPE, false, out, 0, false, CALLER);
}

EXPORT int LIBC(socketpair)(int domain, int type, int protocol, int out[2])
{
	int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC), rc;

	if (!controlled())
		return REAL(socketpair)(domain, type, protocol, out);
	if (domain != AF_UNIX)
		return (int)refuse_call(EOPNOTSUPP);
	if (kind < 0 || kind > SOCK_PACKET) /* the last one that there is */
		return (int)refuse_call(EINVAL);
	if (kind != SOCK_STREAM && kind != SOCK_DGRAM && kind != SOCK_SEQPACKET)
		return (int)refuse_call(ESOCKTNOSUPPORT);
	if (protocol && protocol != AF_UNIX)
		return (int)refuse_call(EPROTONOSUPPORT);
	rc = make(FILE_SOCKET,
		kind == SOCK_DGRAM ? DATAGRAMS : kind != SOCK_STREAM, out,
		type & SOCK_NONBLOCK ? O_NONBLOCK : 0, type & SOCK_CLOEXEC,
		CALLER);
	for (int i = 0; rc == 0 && i < 2; i++) {
		struct file *f = file_of(out[i]);

		sock_begin(f, domain, kind);
		sock_of(f)->state = SOCK_CONNECTED;
		sock_of(f)->paired = 1;
		if (kind == SOCK_DGRAM)
			sock_of(f)->to =
				(uint16_t)sock_number(file_of(out[!i]));
	}
	return rc;
}
