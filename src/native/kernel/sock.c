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

static struct object *object_of(const struct file *f)
{
	return object_get(
		kernel_object(KERNEL_SOCKET, (uint64_t)(f - files) + 1),
		OBJECT_FILE, 0);
}

static struct file *file_at(unsigned number)
{
	return &files[number - 1];
}

static unsigned number_at(const struct file *f)
{
	return (unsigned)(f - files) + 1;
}

/* A decision point on the names of all sockets. */
static uint32_t names_point(
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
		error = ECONNRESET;
	}
	if (error)
		spin_abandon();
	return error;
}

/* --- names ---------------------------------------------------------------- */

bool name_copy(struct name *n, const struct sockaddr *from, socklen_t length,
	uint64_t pc)
{
	memset(n, 0, sizeof *n);
	if ((int)length < 0 || length > sizeof(struct sockaddr_storage))
		return refuse_call(EINVAL) == 0;
	access_read(from, length, pc);
	if (length > sizeof n->un)
		length = sizeof n->un;
	memcpy(&n->un, from, length);
	n->length = length;
	return true;
}

void name_give(const struct name *n, struct sockaddr *to, socklen_t *length,
	uint64_t pc)
{
	socklen_t room;

	if (!to || !length)
		return;
	access_read(length, sizeof *length, pc);
	room = *length < n->length ? *length : n->length;
	access_write(to, room, pc);
	memcpy(to, &n->un, room);
	access_write(length, sizeof *length, pc);
	*length = n->length;
}

/* --- what is made, and what is closed --------------------------------------
 */

void sock_begin(struct file *f, int domain, int type)
{
	struct sock *s = sock_of(f);

	KEEP(*s);
	*s = (struct sock){.domain = (uint8_t)domain, .type = (uint8_t)type};
	options_begin(s);
	object_drop(kernel_object(KERNEL_SOCKET, number_at(f)));
}

/* Whoever wants to be accepted learns that nobody will do that. */
static void give_up_waiting(struct file *f)
{
	struct sock *s = sock_of(f);
	unsigned at = s->first, next;

	KEEP(*s);
	s->first = s->last = s->waiting = 0;
	for (; at; at = next) {
		next = socks[at - 1].next;
		KEEP(socks[at - 1]);
		socks[at - 1].closing = 1;
		file_drop(file_at(at));
	}
}

void sock_closed(struct file *f)
{
	struct sock *s = sock_of(f);
	bool aborts =
		s->closing || (sock_is_tcp(s) && s->option[OPTION_linger] &&
				      !s->option[OPTION_linger_time]);

	give_up_waiting(f);
	queue_reset(f, aborts);
	if (s->own.length)
		address_changes();
	KEEP(*s);
	*s = (struct sock){0};
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
	if (type == SOCK_DGRAM && !(f->in = queue_new(false, true)))
		return (int)refuse_call(ENFILE);
	if (type == SOCK_DGRAM) {
		struct queue *q = &queues[f->in - 1];

		q->lossy = domain != AF_UNIX;
		q->datagrams = 1;
		q->alone = 1;
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
	names_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	error = address_bind(f, &n, CALLER);
	return error ? (int)refuse_call(error) : 0;
}

static void not_shut(const struct sock *s, uint64_t pc)
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
	names_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	s = sock_of(f);
	if (s->type == SOCK_DGRAM)
		return (int)refuse_call(EOPNOTSUPP);
	if ((s->state != SOCK_NEW && s->state != SOCK_LISTENS) ||
		(s->domain == AF_UNIX && !s->own.length))
		return (int)refuse_call(EINVAL);
	not_shut(s, CALLER);
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

/* --- connect -------------------------------------------------------------- */

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

static const struct name *name_at(uint64_t index)
{
	return (const struct name *)(const void *)(rt.arena + index);
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
	sock_begin(there, s->domain, s->type);
	KEEP(*f);
	f->out = there->in = queue_new(false, messages);
	f->in = there->out = queue_new(false, messages);
	if (!f->in || !f->out)
		run_error(ERR_UNSUPPORTED, 0, "more than %d queues are open",
			FILES_MAX);
	queues[f->in - 1].tcp = queues[f->out - 1].tcp = tcp;
	there->refs = 1; /* the listener's */
	t = sock_of(there);
	KEEP(*s);
	KEEP(*l);
	memcpy(t->option, l->option, sizeof t->option);
	t->own = s->domain == AF_UNIX ? l->own : *n;
	t->peer = s->domain == AF_UNIX ? s->own : address_from(f, n);
	s->own = t->peer;
	s->peer = *n;
	s->state = t->state = SOCK_CONNECTED;
	if (l->last) {
		KEEP(socks[l->last - 1]);
		socks[l->last - 1].next = (uint16_t)number_at(there);
	} else {
		l->first = (uint16_t)number_at(there);
	}
	l->last = (uint16_t)number_at(there);
	spin_object(&l->waiting, sizeof l->waiting, true);
	l->waiting++;
	hb_release(object_of(listener));
	if (tcp) /* it hears of that before it acknowledges it */
		wake_file(f, WAKES_ALL);
	wake_file(listener, POLLIN | POLLRDNORM);
	return true;
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
	not_shut(s, pc);
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
	if (tcp)
		address_any(f);
	listener = address_find(n, f, true, pc);
	if (!listener)
		address_nobody();
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
		return ECONNREFUSED;
	KEEP(*s);
	if (!listener && waits) {
		s->state = SOCK_NEW;
		if (!s->bound)
			s->own.length = 0;
		return ECONNREFUSED;
	}
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
static int connect_datagrams(struct file *f, const struct name *n, uint64_t pc)
{
	struct sock *s = sock_of(f);

	address_any(f);
	if (n->family == AF_UNIX && !address_find(n, f, false, pc))
		return ECONNREFUSED;
	address_changes();
	KEEP(*s);
	s->peer = *n;
	s->state = SOCK_CONNECTED;
	if (n->family != AF_UNIX && s->own.length)
		s->own = address_from(f, n);
	return 0;
}

static int connect_to(
	int number, const struct sockaddr *to, socklen_t length, uint64_t pc)
{
	struct file *f = file_of(number);
	bool waits = f && !(f->flags & O_NONBLOCK), ended;
	struct name n, *kept;
	uint32_t index;
	int error;

	if (!name_copy(&n, to, length, pc))
		return -1;
	kept = (struct name *)(void *)arena_words(sizeof n / 4 + 1, &index);
	if (f && f->kind == FILE_SOCKET && n.length >= sizeof(sa_family_t) &&
		n.family != AF_UNSPEC && may_connect(sock_of(f))) {
		if (address_check(f, &n, pc))
			waits = false; /* it is said below */
	} else {
		waits = false;
	}
	*kept = n;
	ended = names_point(OP_fd_connect,
			waits ? WAIT_CONNECT : WAIT_CONNECT | WAIT_AT_ONCE,
			f ? (uint64_t)(f - files) : 0, index,
			pc) == SIGNAL_ENDS;
	if (ended && n.family != AF_UNIX)
		unsupported("a handler that ends connect over TCP", pc);
	if (ended)
		return (int)refuse_call(EINTR);
	f = sock_of_number(number, pc);
	if (!f)
		return -1;
	if (n.length < sizeof(sa_family_t))
		return (int)refuse_call(EINVAL);
	if (n.family == AF_UNSPEC)
		unsupported("connect with AF_UNSPEC", pc);
	if (!sock_of(f)->connecting && (error = address_check(f, &n, pc)))
		return (int)refuse_call(error);
	if (sock_of(f)->type == SOCK_DGRAM)
		error = address_check(f, &n, pc);
	else
		error = connect_stream(f, &n, !(f->flags & O_NONBLOCK), pc);
	if (!error && sock_of(f)->type == SOCK_DGRAM)
		error = connect_datagrams(f, &n, pc);
	return error ? (int)refuse_call(error) : 0;
}

EXPORT int LIBC(connect)(
	int number, const struct sockaddr *to, socklen_t length)
{
	return controlled() ? connect_to(number, to, length, CALLER)
			    : REAL(connect)(number, to, length);
}

/* --- accept ----------------------------------------------------------------
 */

bool sock_can_accept(const struct file *f)
{
	const struct sock *s = sock_of(f);

	shared_read(f);
	shared_read(s);
	return f->kind != FILE_SOCKET || s->state != SOCK_LISTENS || s->deaf ||
	       s->waiting;
}

static int take(struct file *listener, struct sockaddr *from, socklen_t *length,
	int flags, uint64_t pc)
{
	struct sock *l = sock_of(listener), *s;
	struct file *f;
	int number;

	if (l->type == SOCK_DGRAM)
		return (int)refuse_call(EOPNOTSUPP);
	if (l->state != SOCK_LISTENS)
		return (int)refuse_call(EINVAL);
	if (!l->waiting) {
		spin_object(&l->waiting, sizeof l->waiting, false);
		return (int)refuse_call(
			l->deaf && !(listener->flags & O_NONBLOCK) ? EINVAL
								   : EAGAIN);
	}
	f = file_at(l->first);
	s = sock_of(f);
	number = number_new(f, 0, flags & SOCK_CLOEXEC);
	if (number < 0)
		return -1;
	spin_object(&l->waiting, sizeof l->waiting, true);
	KEEP(*l);
	KEEP(*s);
	l->first = s->next;
	if (!l->first)
		l->last = 0;
	l->waiting--;
	s->next = 0;
	file_drop(f); /* the listener's reference */
	if (flags & SOCK_NONBLOCK) {
		KEEP(*f);
		f->flags |= O_NONBLOCK;
	}
	address_changes(); /* who waits for room goes by that */
	hb_acquire(object_of(listener));
	if (s->peer.length) {
		name_give(&s->peer, from, length, pc);
	} else {
		struct name none = {
			.length = sizeof(sa_family_t), .family = s->domain};

		name_give(&none, from, length, pc);
	}
	trace_result((uint64_t)number);
	return number;
}

static int accept_from(int number, struct sockaddr *from, socklen_t *length,
	int flags, uint64_t pc)
{
	struct file *f = file_of(number);
	bool waits = f && f->kind == FILE_SOCKET && !(f->flags & O_NONBLOCK);

	if (flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK))
		return (int)refuse_call(EINVAL);
	if (names_point(OP_fd_accept,
		    waits ? WAIT_ACCEPT : WAIT_ACCEPT | WAIT_AT_ONCE,
		    f ? (uint64_t)(f - files) : 0, 0, pc) == SIGNAL_ENDS)
		return (int)refuse_call(EINTR);
	f = sock_of_number(number, pc);
	return f ? take(f, from, length, flags, pc) : -1;
}

EXPORT int LIBC(accept)(int number, struct sockaddr *from, socklen_t *length)
{
	return controlled() ? accept_from(number, from, length, 0, CALLER)
			    : REAL(accept)(number, from, length);
}

EXPORT int LIBC(accept4)(
	int number, struct sockaddr *from, socklen_t *length, int flags)
{
	return controlled() ? accept_from(number, from, length, flags, CALLER)
			    : REAL(accept4)(number, from, length, flags);
}

/* --- shutdown ----------------------------------------------------------------
 */

/* It listens no more: who waits in accept is told EINVAL. */
static void shut_listener(struct file *f)
{
	struct sock *s = sock_of(f);

	if (sock_is_tcp(s))
		give_up_waiting(f);
	address_changes();
	spin_object(&s->waiting, sizeof s->waiting, true);
	KEEP(*s);
	if (sock_is_tcp(s))
		s->state = SOCK_NEW;
	else
		s->deaf = 1;
	wake_file(f, WAKES_ALL);
}

static void shut_in(struct file *f)
{
	struct sock *s = sock_of(f);

	if (!sock_is_tcp(s)) {
		queue_shut(f->in);
		return;
	}
	spin_abandon();
	KEEP(*s); /* TCP does not tell the other end */
	s->deaf = 1;
	wake_file(f, WAKES_ALL);
}

/* An error, which is not without effect: the next poll says so, and a
 * connection would be made that cannot be used. */
static int shut_early(struct file *f, int how)
{
	struct sock *s = sock_of(f);

	spin_abandon();
	KEEP(*s);
	s->early = 1;
	s->deaf |= how != SHUT_WR;
	wake_file(f, WAKES_ALL);
	return (int)refuse_call(ENOTCONN);
}

EXPORT int LIBC(shutdown)(int number, int how)
{
	struct file *f;
	struct sock *s;

	if (!controlled())
		return REAL(shutdown)(number, how);
	numbers_point(OP_fd_close, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	s = sock_of(f);
	if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR)
		return (int)refuse_call(EINVAL);
	if (s->state == SOCK_LISTENS) {
		if (how != SHUT_WR)
			shut_listener(f);
		return 0;
	}
	if (sock_is_tcp(s) && s->state != SOCK_CONNECTED)
		return shut_early(f, how);
	if (sock_is_tcp(s) && queues[f->out - 1].broken)
		return (int)refuse_call(ENOTCONN);
	if (!f->in || !f->out)
		unsupported("shutdown of a socket of this kind, which has no "
			    "connection",
			CALLER);
	if (how != SHUT_WR)
		shut_in(f);
	if (how != SHUT_RD)
		queue_shut(f->out);
	return 0;
}

/* --- whose name ------------------------------------------------------------
 */

static int tell(const struct name *n, int domain, struct sockaddr *to,
	socklen_t *length, uint64_t pc)
{
	struct name none = {.family = (sa_family_t)domain,
		.length = domain == AF_INET    ? sizeof none.in
			  : domain == AF_INET6 ? sizeof none.in6
					       : sizeof(sa_family_t)};
	socklen_t room;

	access_read(length, sizeof *length, pc);
	room = *length;
	if ((int)room < 0)
		return (int)refuse_call(EINVAL);
	name_give(n->length ? n : &none, to, length, pc);
	return 0;
}

EXPORT int LIBC(getsockname)(int number, struct sockaddr *to, socklen_t *length)
{
	struct file *f;

	if (!controlled())
		return REAL(getsockname)(number, to, length);
	names_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	return f ? tell(&sock_of(f)->own, sock_of(f)->domain, to, length,
			   CALLER)
		 : -1;
}

EXPORT int LIBC(getpeername)(int number, struct sockaddr *to, socklen_t *length)
{
	struct file *f;

	if (!controlled())
		return REAL(getpeername)(number, to, length);
	names_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	if (sock_of(f)->state != SOCK_CONNECTED ||
		(sock_is_tcp(sock_of(f)) && queues[f->out - 1].broken))
		return (int)refuse_call(ENOTCONN);
	return tell(&sock_of(f)->peer, sock_of(f)->domain, to, length, CALLER);
}
