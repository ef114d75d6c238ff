/* SPDX-License-Identifier: MIT */
/* stream.c - what read, write and poll say of a socket, by its protocol
 *
 * Linux, net/ipv4/tcp.c (tcp_recvmsg, tcp_sendmsg, tcp_poll), net/ipv4/udp.c,
 * net/unix/af_unix.c.
 */
#include "native/kernel/poll.h"
#include "native/kernel/rights.h"
#include "native/kernel/sock.h"
#include "native/kernel/interest.h"
#include "native/posix/ident.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

static struct queue *in_of(const struct file *f)
{
	return f->in ? &queues[f->in - 1] : 0;
}

static struct queue *out_of(const struct file *f)
{
	return f->out ? &queues[f->out - 1] : 0;
}

bool sock_can_read(const struct file *f)
{
	const struct sock *s = sock_of(f);

	sock_looked_at(f);
	return s->error || s->deaf || queue_can_read(f);
}

bool sock_can_write(const struct file *f, uint64_t need)
{
	const struct sock *s = sock_of(f);
	const struct queue *q = out_of(f);

	sock_looked_at(f);
	if (s->to) {
		q = &queues[sock_out(f) - 1];
		shared_read(q);
		sock_looked_at(sock_file(s->to));
		if (s->mute || sock_of(sock_file(s->to))->deaf)
			return true;
		if (!datagram_fits(f, sock_file(s->to)))
			return false;
	}
	if (!q || sock_of(f)->error || !q->readers || q->closed || q->broken)
		return true; /* or an error */
	queue_doubtful(q, need);
	return queue_has_room(q, need);
}

/* --- poll ------------------------------------------------------------------
 */

static bool no_more_comes(const struct file *f)
{
	const struct queue *q = in_of(f);

	return q && (q->closed || !q->writers);
}

bool tcp_is_over(const struct file *f)
{
	const struct queue *q = out_of(f);

	return q->broken || (q->closed && no_more_comes(f));
}

static bool has_error(const struct file *f)
{
	return sock_of(f)->error || (f->in && in_of(f)->reset);
}

static short of_tcp(const struct file *f)
{
	const struct sock *s = sock_of(f);
	bool connected = s->state == SOCK_CONNECTED;
	bool broken = connected && out_of(f)->broken;
	bool no_more = s->state == SOCK_REFUSED || s->deaf ||
		       (connected && (no_more_comes(f) || broken || s->deaf));
	bool no_use = s->state == SOCK_REFUSED ||
		      (connected && (out_of(f)->closed || broken));
	short now = has_error(f) ? POLLERR : 0;

	if ((no_more && no_use) || !connected)
		now |= POLLHUP;
	if (no_more)
		now |= POLLIN | POLLRDNORM | POLLRDHUP;
	if (f->in && in_of(f)->first)
		now |= POLLIN | POLLRDNORM;
	if (no_use || !connected || sock_can_write(f, PIPE_ATOMIC))
		now |= POLLOUT | POLLWRNORM;
	return now;
}

static short of_unix(const struct file *f)
{
	bool connected = sock_of(f)->state == SOCK_CONNECTED;
	bool no_more = connected && no_more_comes(f);
	bool no_use = connected && (out_of(f)->closed || !out_of(f)->readers);
	short now = has_error(f) ? POLLERR : 0;

	if ((no_more && no_use) || !connected)
		now |= POLLHUP;
	if (no_more)
		now |= POLLRDHUP | POLLIN | POLLRDNORM;
	if (f->in && in_of(f)->first)
		now |= POLLIN | POLLRDNORM;
	if (no_use || !connected || sock_can_write(f, PIPE_ATOMIC))
		now |= POLLOUT | POLLWRNORM;
	return now;
}

static short of_datagrams(const struct file *f)
{
	const struct sock *s = sock_of(f);
	short now = POLLOUT | POLLWRNORM;

	if (has_error(f))
		now |= POLLERR;
	if (s->deaf)
		now |= POLLRDHUP | POLLIN | POLLRDNORM;
	if (s->deaf && s->mute)
		now |= POLLHUP;
	if (in_of(f)->first)
		now |= POLLIN | POLLRDNORM;
	return now;
}

short socket_events(const struct file *f)
{
	const struct sock *s = sock_of(f);

	sock_looked_at(f);
	if (s->state == SOCK_LISTENS)
		return (s->waiting || s->deaf ? POLLIN | POLLRDNORM : 0) |
		       (s->deaf ? POLLRDHUP : 0);
	if (sock_is_unix_datagram(s))
		return datagram_events(f);
	if (s->type == SOCK_DGRAM)
		return of_datagrams(f);
	return sock_is_tcp(s) ? of_tcp(f) : of_unix(f);
}

/* --- read ------------------------------------------------------------------
 */

static int not_connected(const struct sock *s)
{
	return s->domain == AF_UNIX && s->type == SOCK_STREAM ? EINVAL
							      : ENOTCONN;
}

/* There is nothing, and nothing will be read any more. */
static ssize_t read_deaf(struct file *f, const struct parts *p)
{
	const struct sock *s = sock_of(f);
	int error = sock_is_tcp(s) && s->error != EPIPE ? sock_error(f) : 0;

	if (f->in)
		queue_order(f->in, false);
	if (error)
		return refuse_call(error);
	if (s->type == SOCK_DGRAM &&
		(f->flags & O_NONBLOCK || p->flags & MSG_DONTWAIT))
		return refuse_call(EAGAIN);
	return 0;
}

ssize_t sock_read(struct file *f, const struct parts *p)
{
	const struct sock *s = sock_of(f);
	const struct queue *q = in_of(f);
	int error;

	sock_looked_at(f);
	if (s->type != SOCK_STREAM && (error = sock_error(f)))
		return refuse_call(error);
	if (s->state == SOCK_REFUSED) {
		error = sock_error(f);
		return error ? refuse_call(error) : 0;
	}
	if (!q && s->domain == AF_UNIX) /* a listener that was shut down, too */
		return refuse_call(not_connected(s));
	if (s->deaf && (!q || !q->first))
		return read_deaf(f, p);
	if (!q)
		return refuse_call(not_connected(s));
	return queue_read(f, p);
}

/* --- write -----------------------------------------------------------------
 */

static ssize_t broken(const struct parts *p)
{
	if (!(p->flags & MSG_NOSIGNAL))
		signal_raise(SIGPIPE, p->pc);
	return refuse_call(EPIPE);
}

/* Nobody is at the other end any more, which is told when it was written to. */
static ssize_t write_into_void(struct file *f, const struct parts *p)
{
	struct queue *q = out_of(f);
	struct sock *s = sock_of(f);

	spin_abandon();
	KEEP(*q);
	KEEP(*s);
	q->broken = 1;
	s->error = EPIPE;
	wake_file(f, WAKES_ALL);
	return (ssize_t)parts_bytes(p);
}

/* Who reads what f writes; NULL: nobody any more. */
static struct file *reader_of(const struct file *f)
{
	for (unsigned i = 0; i < FILES_MAX; i++)
		if (files[i].kind == FILE_SOCKET && files[i].in == f->out)
			return &files[i];
	return 0;
}

/* Is the other end shut down in both directions?  It answers what comes by a
 * reset, by which both lose the connection. */
static bool resets(struct file *there)
{
	struct sock *t = sock_of(there);

	sock_looked_at(there);
	shared_read(out_of(there));
	if (!t->deaf || !out_of(there)->closed)
		return false;
	KEEP(*t);
	KEEP(*out_of(there));
	t->error = ECONNRESET;
	out_of(there)->broken = 1;
	wake_file(there, WAKES_ALL);
	return true;
}

static ssize_t write_tcp(struct file *f, const struct parts *p)
{
	const struct queue *q = out_of(f);
	struct file *there;
	int error;

	if (!q)
		return broken(p);
	error = sock_error(f);
	if (error && error != EPIPE)
		return refuse_call(error);
	if (error || q->broken || q->closed)
		return broken(p);
	there = reader_of(f);
	if (parts_bytes(p) && (!q->readers || (there && resets(there))))
		return write_into_void(f, p);
	return queue_write(f, p);
}

ssize_t sock_write(struct file *f, const struct parts *p)
{
	const struct sock *s = sock_of(f);
	int error;

	sock_looked_at(f);
	if (s->type == SOCK_DGRAM)
		return sock_send_to(f, p, 0);
	if (p->got && !rights_found(p->got->asked, &p->got->files, p->pc))
		return -1;
	if (sock_is_tcp(s))
		return write_tcp(f, p);
	if (!f->out)
		return refuse_call(ENOTCONN);
	if (s->type == SOCK_SEQPACKET && (error = sock_error(f)))
		return refuse_call(error);
	return queue_write(f, p);
}

/* --- datagrams -------------------------------------------------------------
 */

/* It is lost; a connected socket of UDP learns of it the next time. */
static ssize_t to_nobody(struct file *f, const struct parts *p, bool connected)
{
	struct sock *s = sock_of(f);

	address_nobody();
	if (connected) {
		spin_abandon();
		KEEP(*s);
		s->error = ECONNREFUSED;
		wake_file(f, POLLERR);
	}
	return (ssize_t)parts_bytes(p);
}

ssize_t sock_send_to(
	struct file *f, const struct parts *p, const struct name *to)
{
	struct sock *s = sock_of(f);
	struct name n, from;
	struct file *there;
	int error;

	if (s->domain == AF_UNIX)
		return datagram_send(f, p, to);
	if (to)
		n = *to;
	else
		n = s->peer;
	address_any(f);
	if (!n.length)
		return refuse_call(EDESTADDRREQ);
	error = to ? address_check(f, &n, p->pc) : 0;
	if (!error && !address_port(&n))
		error = EINVAL;
	if (!error)
		error = sock_error(f);
	if (error)
		return refuse_call(error);
	if (address_is_mapped(&n) &&
		(s->option[OPTION_only_6] || (s->bound && !s->bound_any)))
		unsupported("a datagram over IPv4 of a socket that has IPv6 "
			    "alone",
			p->pc);
	n = address_plain(&n);
	if (parts_bytes(p) > DATAGRAM_MOST)
		return refuse_call(EMSGSIZE);
	if (s->mute)
		return refuse_call(EPIPE);
	loopback_is_used(f);
	from = address_from(f, &n);
	wake_file(f, POLLOUT | POLLWRNORM); /* it is gone as soon as sent */
	there = address_find(&n, f, false, p->pc);
	if (!there)
		return to_nobody(f, p, address_same(&n, &s->peer));
	if (sock_of(there)->domain == AF_INET6)
		from = address_mapped(&from);
	return queue_send(
		&queues[there->in - 1], p, from.length ? name_keep(&from) : 0);
}
