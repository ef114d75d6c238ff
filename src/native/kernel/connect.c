/* SPDX-License-Identifier: MIT */
/* connect.c - connect */
#include "native/kernel/sock.h"
#include "native/kernel/interest.h"
#include "native/kernel/poll.h"
#include "native/libc/libc.h"
#include "native/posix/interrupted.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

static bool is_full(const struct file *listener)
{
	const struct sock *s = sock_of(listener);

	return s->waiting > s->backlog;
}

static bool may_connect(const struct sock *s)
{
	return s->type != SOCK_DGRAM && !s->connecting &&
	       (s->state == SOCK_NEW || s->state == SOCK_REFUSED);
}

bool sock_can_connect(const struct file *f, uint64_t name)
{
	const struct file *there;

	if (f->kind != FILE_SOCKET || !may_connect(sock_of(f)))
		return true;
	there = address_find(name_at(name), f, true, 0);
	return !there || is_full(there) == false;
}

/* The other end of a connection, which waits to be accepted. */
static bool connect_both(
	struct file *f, struct file *listener, const struct name *n)
{
	struct sock *s = sock_of(f), *l = sock_of(listener);
	bool messages = s->type == SOCK_SEQPACKET, tcp = sock_is_tcp(s);
	struct file *there = file_new(FILE_SOCKET, O_RDWR);
	struct sock *t;

	if (!there)
		return false;
	sock_begin(there, l->domain, s->type);
	KEEP(*f);
	f->out = there->in = queue_new(false, messages);
	f->in = there->out = queue_new(false, messages);
	if (!f->in || !f->out)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d queues are open" SC(502), FILES_MAX);
	queues[f->in - 1].tcp = queues[f->out - 1].tcp = tcp;
	there->refs = 1; /* the listener's */
	t = sock_of(there);
	KEEP(*s);
	KEEP(*l);
	memcpy(t->option, l->option, sizeof t->option);
	if (tcp)
		timeouts_of(there, listener);
	s->peer = s->domain == AF_UNIX ? l->own : *n;
	s->peer.node = 0; /* it is the listener's */
	if (s->domain != AF_UNIX)
		s->own = address_from(f, n);
	t->own = s->peer;
	t->peer = s->own;
	t->peer.node = 0;
	if (l->domain == AF_INET6) {
		t->own = address_mapped(&t->own);
		t->peer = address_mapped(&t->peer);
	}
	s->state = t->state = SOCK_CONNECTED;
	if (l->last) {
		KEEP(socks[l->last - 1]);
		socks[l->last - 1].next = (uint16_t)sock_number(there);
	} else {
		l->first = (uint16_t)sock_number(there);
	}
	l->last = (uint16_t)sock_number(there);
	spin_object(&l->waiting, sizeof l->waiting, true);
	l->waiting++;
	hb_release(sock_object(listener));
	if (tcp) /* it hears of that before it acknowledges it */
		wake_file(f, WAKES_ALL);
	wake_file(listener, POLLIN | POLLRDNORM);
	return true;
}

/* By who waits.  Who finds all as it was may try for ever, and spins. */
static int refused_at_once(struct sock *s)
{
	bool named = s->own.length && !s->bound;

	if (named)
		address_changes();
	if (named || s->state != SOCK_NEW) {
		spin_abandon();
		KEEP(*s);
		s->state = SOCK_NEW;
		if (named)
			s->own.length = 0;
	}
	return ECONNREFUSED;
}

/* A stream, or packets; 0 or an error. */
static int connect_stream(
	struct file *f, const struct name *n, bool waits, uint64_t pc)
{
	struct sock *s = sock_of(f);
	bool tcp = sock_is_tcp(s);
	struct file *listener;

	if (s->state == SOCK_LISTENS)
		return tcp ? EISCONN : EINVAL;
	sock_not_shut(s, pc);
	if (s->connecting) { /* what became of it */
		int error = s->state == SOCK_REFUSED ? sock_error(f) : 0;

		KEEP(*s);
		s->connecting = 0;
		if (s->state != SOCK_REFUSED)
			return 0;
		s->state = SOCK_NEW;
		return error ? error : ECONNABORTED;
	}
	if (s->state == SOCK_CONNECTED && tcp)
		return EISCONN;
	listener = address_find(n, f, true, pc);
	if (!listener)
		address_nobody();
	if (tcp && (listener || !waits))
		address_any(f);
	if (listener && is_full(listener)) {
		if (tcp)
			unsupported("connect without waiting while the backlog "
				    "is full",
				pc);
		return EAGAIN;
	}
	if (listener && s->state == SOCK_CONNECTED)
		return EISCONN;
	if (listener && !connect_both(f, listener, n))
		return ENFILE;
	if (listener)
		loopback_is_used(f);
	if (!listener && !tcp)
		return address_is_others(n, f) ? EPROTOTYPE : ECONNREFUSED;
	if (!listener && waits)
		return refused_at_once(s);
	KEEP(*s);
	if (!waits && tcp) {
		s->connecting = 1;
		if (!listener) {
			s->error = ECONNREFUSED;
			s->state = SOCK_REFUSED;
			wake_file(f, WAKES_ALL);
		}
		return EINPROGRESS;
	}
	return 0;
}

/* Whom to send to, and from whom to take. */
static int connect_datagrams(struct file *f, const struct name *n)
{
	struct sock *s = sock_of(f);

	address_any(f);
	address_changes();
	KEEP(*s);
	s->peer = *n;
	s->state = SOCK_CONNECTED;
	if (s->own.length)
		s->own = address_from(f, n);
	return 0;
}

static int connect_unix_datagrams(
	struct file *f, const struct name *n, uint64_t pc)
{
	struct file *there = address_find(n, f, false, pc);

	if (!there) {
		address_nobody();
		return address_is_others(n, f) ? EPROTOTYPE : ECONNREFUSED;
	}
	if (!datagram_may(f, there))
		return EPERM;
	datagram_connect(f, there);
	return 0;
}

/* To nobody again. */
static int disconnect_datagrams(struct file *f, uint64_t pc)
{
	struct sock *s = sock_of(f);

	if (s->domain == AF_UNIX) {
		datagram_connect(f, 0);
		return 0;
	}
	address_changes();
	spin_abandon();
	KEEP(*s);
	s->peer.length = 0;
	s->state = SOCK_NEW;
	if (s->bound && !s->bound_any && !s->bound_port)
		unsupported("connect with AF_UNSPEC of a socket that was bound "
			    "to an address, and to no port",
			pc);
	if (!s->bound_port) /* a port that the system chose is lost */
		s->own.length = s->bound = 0;
	else if (s->bound_any)
		address_to_any(&s->own);
	return 0;
}

/* Waits until the listener that a path leads to has room; where it leads may be
 * another one by then.  0 or an error. */
static int wait_for_room(int number, struct file *f, struct name *n,
	uint64_t deadline, uint64_t pc)
{
	int error = path_find(n, pc);
	struct file *listener;
	uint32_t granted;

	while (!error && may_connect(sock_of(f)) && !(f->flags & O_NONBLOCK)) {
		listener = address_find(n, f, true, pc);
		if (!listener || !is_full(listener))
			break;
		granted = kernel_point_until(OP_fd_connect,
			kernel_object(KERNEL_SOCKET, 0),
			WAIT_CONNECT | WAIT_SLEEPS, (uint64_t)(f - files),
			name_keep(n), deadline, pc);
		if (granted == SIGNAL_ENDS)
			return EINTR;
		if (granted) /* the deadline */
			return EAGAIN;
		if (sock_of_number(number, pc) != f)
			unsupported("a descriptor that is closed while a "
				    "connect of another thread waits for it",
				pc);
		error = path_find(n, pc);
	}
	return error;
}

/* Behind the decision point. */
static int connect_name(int number, struct file *f, struct name *n,
	uint64_t deadline, uint64_t pc)
{
	const struct sock *s = sock_of(f);
	int error;

	if (n->length < sizeof(sa_family_t))
		return EINVAL;
	if (n->family == AF_UNSPEC && s->type == SOCK_DGRAM)
		return disconnect_datagrams(f, pc);
	if (n->family == AF_UNSPEC)
		unsupported("connect with AF_UNSPEC of a stream", pc);
	error = s->connecting ? 0 : address_check(f, n, pc);
	if (!error && address_is_mapped(n))
		unsupported(
			"connect of an IPv6 socket to an address of IPv4", pc);
	if (!error && name_is_path(n))
		error = s->type == SOCK_DGRAM
				? path_find(n, pc)
				: wait_for_room(number, f, n, deadline, pc);
	if (error)
		return error;
	if (s->type != SOCK_DGRAM)
		return connect_stream(f, n, !(f->flags & O_NONBLOCK), pc);
	return s->domain == AF_UNIX ? connect_unix_datagrams(f, n, pc)
				    : connect_datagrams(f, n);
}

static int connect_to(
	int number, const struct sockaddr *to, socklen_t length, uint64_t pc)
{
	uint64_t deadline = timeout_begins(number, true, 0, pc);
	struct file *f = file_of(number);
	bool waits = f && !(f->flags & O_NONBLOCK), ended;
	unsigned sleeps;
	struct name n;
	int error;

	if (!name_copy(&n, to, length, pc))
		return -1;
	sleeps = n.family == AF_UNIX ? WAIT_SLEEPS : 0;
	if (f && f->kind == FILE_SOCKET && n.length >= sizeof(sa_family_t) &&
		n.family != AF_UNSPEC && !name_is_path(&n) &&
		may_connect(sock_of(f))) {
		if (address_check(f, &n, pc))
			waits = false; /* it is said below */
	} else {
		waits = false;
	}
	ended = kernel_point_until(OP_fd_connect,
			kernel_object(KERNEL_SOCKET, 0),
			waits ? WAIT_CONNECT | sleeps
			      : WAIT_CONNECT | WAIT_AT_ONCE,
			f ? (uint64_t)(f - files) : 0, name_keep(&n), deadline,
			pc) == SIGNAL_ENDS;
	if (ended && n.family != AF_UNIX)
		unsupported("a handler that ends connect over TCP", pc);
	if (ended)
		return (int)refuse_call(EINTR);
	f = sock_of_number(number, pc);
	if (!f)
		return -1;
	error = connect_name(number, f, &n, deadline, pc);
	return error ? (int)refuse_call(error) : 0;
}

EXPORT int LIBC(connect)(
	int number, const struct sockaddr *to, socklen_t length)
{
	return controlled() ? connect_to(number, to, length, CALLER)
			    : REAL(connect)(number, to, length);
}
