/* SPDX-License-Identifier: MIT */
#include "native/kernel/sock.h"
#include "native/kernel/poll.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

struct sock socks[FILES_MAX];

struct object *sock_object(const struct file *f)
{
	return object_get(
		kernel_object(KERNEL_SOCKET, (uint64_t)(f - files) + 1),
		OBJECT_FILE, 0);
}

struct file *sock_file(unsigned number)
{
	return &files[number - 1];
}

unsigned sock_number(const struct file *f)
{
	return (unsigned)(f - files) + 1;
}

/* A decision point on the names of all sockets. */
uint32_t sockets_point(
	enum op kind, unsigned wait, uint64_t n, uint64_t more, uint64_t pc)
{
	return kernel_point(
		kind, kernel_object(KERNEL_SOCKET, 0), wait, n, more, pc);
}

struct file *sock_of_number(int number, uint64_t pc)
{
	struct file *f = file_of(number);

	if (!f)
		poll_foreign(number, pc);
	if (f && f->kind == FILE_REAL)
		unsupported("a socket call with a descriptor that scarp does "
			    "not model",
			pc);
	if (!f || f->kind != FILE_SOCKET) {
		refuse_call(f ? ENOTSOCK : EBADF);
		return 0;
	}
	file_looked_at(f);
	sock_looked_at(f);
	return f;
}

int sock_error(struct file *f)
{
	struct sock *s = sock_of(f);
	struct queue *in = f->in ? &queues[f->in - 1] : 0;
	int error = s->error;

	if (error) {
		KEEP(*s);
		s->error = 0;
	} else if (in && in->reset) {
		KEEP(*in);
		in->reset = 0;
		queue_order(f->in, false); /* it was closed before */
		error = ECONNRESET;
	}
	if (error)
		spin_abandon();
	return error;
}

/* --- what is made, and what is closed --------------------------------------
 */

void sock_begin(struct file *f, int domain, int type)
{
	struct sock *s = sock_of(f);

	KEEP(*s);
	*s = (struct sock){
		.domain = (uint8_t)domain, .type = (uint8_t)type, .mode = 0777};
	options_begin(s);
	timeouts_of(f, 0);
	object_drop(kernel_object(KERNEL_SOCKET, sock_number(f)));
}

/* Whoever wants to be accepted learns that nobody will do that. */
void sock_gives_up(struct file *f)
{
	struct sock *s = sock_of(f);
	unsigned at = s->first, next;

	KEEP(*s);
	s->first = s->last = s->waiting = 0;
	for (; at; at = next) {
		next = socks[at - 1].next;
		KEEP(socks[at - 1]);
		socks[at - 1].closing = 1;
		file_drop(sock_file(at));
	}
}

void sock_closed(struct file *f)
{
	struct sock *s = sock_of(f);
	bool aborts =
		s->closing || (sock_is_tcp(s) && s->option[OPTION_linger] &&
				      !s->option[OPTION_linger_time]);

	sock_gives_up(f);
	queue_reset(f, aborts);
	if (sock_is_unix_datagram(s))
		datagram_closed(f);
	if (s->own.length)
		address_changes();
	if (s->own.node)
		content_drop(s->own.node);
	KEEP(*s);
	*s = (struct sock){0};
}

bool sock_takes_datagrams(struct file *f)
{
	struct queue *q;

	f->in = queue_new(false, true);
	if (!f->in)
		return false;
	q = &queues[f->in - 1];
	q->datagrams = 1;
	q->alone = 1;
	return true;
}

static bool is_known(int domain, int type, int *protocol)
{
	int good = domain == AF_UNIX	 ? domain
		   : type == SOCK_STREAM ? IPPROTO_TCP
					 : IPPROTO_UDP;

	if (*protocol == 0)
		*protocol = good;
	return *protocol == good;
}

static int sock_make(int domain, int type, int protocol, uint64_t pc)
{
	uint32_t flags = type & SOCK_NONBLOCK ? O_NONBLOCK : 0;
	bool closes = type & SOCK_CLOEXEC;
	struct file *f;

	type &= ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (type < 0 || type > SOCK_PACKET)
		return (int)refuse_call(EINVAL);
	if (domain < 0 || domain >= AF_MAX)
		return (int)refuse_call(EAFNOSUPPORT);
	if (domain != AF_UNIX && domain != AF_INET && domain != AF_INET6)
		unsupported("a socket that is neither Unix's nor of IPv4 or "
			    "IPv6",
			pc);
	if (type != SOCK_STREAM && type != SOCK_DGRAM &&
		!(type == SOCK_SEQPACKET && domain == AF_UNIX))
		unsupported("a socket of this type", pc);
	if (!is_known(domain, type, &protocol)) {
		if (domain != AF_UNIX && protocol != IPPROTO_TCP &&
			protocol != IPPROTO_UDP)
			unsupported("a socket of this protocol", pc);
		return (int)refuse_call(EPROTONOSUPPORT);
	}
	numbers_point(OP_fd_open, pc);
	f = file_new(FILE_SOCKET, O_RDWR | flags);
	if (!f)
		return -1;
	sock_begin(f, domain, type);
	if (type == SOCK_DGRAM) {
		if (!sock_takes_datagrams(f))
			return (int)refuse_call(ENFILE);
		queues[f->in - 1].lossy = domain != AF_UNIX;
	}
	return file_give(f, closes);
}

EXPORT int LIBC(socket)(int domain, int type, int protocol)
{
	return controlled() ? sock_make(domain, type, protocol, CALLER)
			    : REAL(socket)(domain, type, protocol);
}

EXPORT int LIBC(bind)(int number, const struct sockaddr *at, socklen_t length)
{
	struct name n;
	struct file *f;
	int error;

	if (!controlled())
		return REAL(bind)(number, at, length);
	if (!name_copy(&n, at, length, CALLER))
		return -1;
	sockets_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	error = address_bind(f, &n, CALLER);
	return error ? (int)refuse_call(error) : 0;
}

void sock_not_shut(const struct sock *s, uint64_t pc)
{
	if (s->early)
		unsupported("listen or connect on a socket that was shut down "
			    "before",
			pc);
}

EXPORT int LIBC(listen)(int number, int backlog)
{
	struct file *f;
	struct sock *s;

	if (!controlled())
		return REAL(listen)(number, backlog);
	sockets_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	s = sock_of(f);
	if (s->type == SOCK_DGRAM)
		return (int)refuse_call(EOPNOTSUPP);
	if ((s->state != SOCK_NEW && s->state != SOCK_LISTENS) ||
		(s->domain == AF_UNIX && !s->own.length))
		return (int)refuse_call(EINVAL);
	sock_not_shut(s, CALLER);
	if (address_listened(f))
		return (int)refuse_call(EADDRINUSE);
	address_any(f);
	address_changes();
	KEEP(*s);
	s->state = SOCK_LISTENS;
	s->backlog = backlog < 0 || backlog > BACKLOG_MOST ? BACKLOG_MOST
							   : (uint16_t)backlog;
	return 0;
}
