/* SPDX-License-Identifier: MIT */
/* datagram.c - Unix's datagrams: whom a socket is connected to
 *
 * Each has a queue of its own; a connection is no more than whom one sends to,
 * and from whom alone one takes.  That of a pair is mutual.  Linux,
 * net/unix/af_unix.c, unix_dgram_sendmsg, unix_dgram_connect, unix_dgram_poll.
 */
#include "native/kernel/interest.h"
#include "native/kernel/poll.h"
#include "native/kernel/rights.h"
#include "native/kernel/sock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

uint32_t sock_out(const struct file *f)
{
	const struct sock *s = sock_of(f);

	return f->out ? f->out : s->to ? sock_file(s->to)->in : 0;
}

/* What came from the one that it was connected to is thrown away; that one
 * learns of it, if it is connected to this one. */
static void disconnected(struct file *f, struct file *there)
{
	struct sock *t;

	if (!queues[f->in - 1].first)
		return;
	queue_purge(f->in);
	if (!there || sock_of(there)->to != sock_number(f))
		return;
	t = sock_of(there);
	KEEP(*t);
	t->error = ECONNRESET;
	wake_file(there, POLLERR);
}

void datagram_connect(struct file *f, struct file *there)
{
	struct sock *s = sock_of(f);
	struct file *before = s->to ? sock_file(s->to) : 0;
	bool had = before || s->gone,
	     other = s->gone || (before && before != there);

	if (before)
		sock_looked_at(before);
	KEEP(*s);
	s->to = there ? (uint16_t)sock_number(there) : 0;
	s->gone = 0;
	s->peer.length = 0;
	s->state = there ? SOCK_CONNECTED : SOCK_NEW;
	spin_abandon();
	if (had)
		wake_file(f, POLLOUT | POLLWRNORM);
	if (other)
		disconnected(f, before);
}

void datagram_closed(struct file *f)
{
	bool unread = queues[f->in - 1].first;

	for (unsigned i = 0; i < FILES_MAX; i++) {
		struct sock *s = &socks[i];

		if (files[i].kind != FILE_SOCKET || !sock_is_unix_datagram(s))
			continue;
		shared_read(s);
		if (s->to != sock_number(f))
			continue;
		spin_object(&s->to, sizeof s->to, true);
		KEEP(*s);
		s->to = 0;
		s->gone = 1;
		s->peer = sock_of(f)->own;
		s->peer.node = 0;
		if (unread) /* what is thrown away gives its sender room */
			wake_file(&files[i], POLLOUT | POLLWRNORM);
	}
}

/* Where to; NULL and *error: nowhere. */
static struct file *whom(
	struct file *f, const struct name *to, int *error, uint64_t pc)
{
	struct name n;
	struct file *there;

	if (!to)
		return sock_file(sock_of(f)->to);
	n = *to;
	*error = name_is_path(&n) ? path_find(&n, pc) : 0;
	if (*error)
		return 0;
	there = address_find(&n, f, false, pc);
	if (!there) {
		address_nobody();
		*error = address_is_others(&n, f) ? EPROTOTYPE : ECONNREFUSED;
	}
	return there;
}

/* The one that it was connected to is closed, which it is told once. */
static int to_nobody(struct file *f)
{
	datagram_connect(f, 0);
	return ECONNREFUSED;
}

bool datagram_may(const struct file *f, const struct file *there)
{
	const struct sock *t = sock_of(there);

	sock_looked_at(there);
	return !t->gone && (!t->to || t->to == sock_number(f));
}

bool datagram_fits(const struct file *f, const struct file *there)
{
	const struct sock *t = sock_of(there);

	shared_read(&queues[there->in - 1]);
	sock_looked_at(there);
	return there == f || t->to == sock_number(f) || t->deaf ||
	       !queue_is_full(&queues[there->in - 1]);
}

static bool is_full_for(const struct file *f, const struct name *n, uint64_t pc)
{
	struct file *there = address_find(n, f, false, pc);

	return there && datagram_may(f, there) && !datagram_fits(f, there);
}

bool datagram_waits(
	struct file *f, const struct parts *p, struct name *n, uint64_t pc)
{
	const struct sock *s = sock_of(f);

	if (!sock_is_unix_datagram(s) || f->flags & O_NONBLOCK ||
		p->flags & MSG_DONTWAIT || s->error || s->mute ||
		address_check(f, n, pc))
		return false;
	if (name_is_path(n) && path_find(n, pc))
		return false;
	return is_full_for(f, n, pc);
}

bool datagram_can_send(const struct file *f, uint64_t name)
{
	sock_looked_at(f);
	return f->kind != FILE_SOCKET || !is_full_for(f, name_at(name), 0);
}

ssize_t datagram_send(
	struct file *f, const struct parts *p, const struct name *to)
{
	struct sock *s = sock_of(f);
	struct file *there;
	struct name n;
	int error = 0;

	if (p->got && !rights_found(p->got->asked, &p->got->files, p->pc))
		return -1;
	if (to) {
		n = *to;
		error = address_check(f, &n, p->pc);
	} else if (!s->to && !s->gone) {
		error = ENOTCONN;
	}
	if (!error)
		error = sock_error(f);
	if (!error && s->mute)
		error = EPIPE;
	if (!error && !to && s->gone)
		error = to_nobody(f);
	if (error)
		return refuse_call(error);
	there = whom(f, to ? &n : 0, &error, p->pc);
	if (!there)
		return refuse_call(error);
	if (!datagram_may(f, there))
		return refuse_call(EPERM);
	if (sock_of(there)->deaf)
		return refuse_call(EPIPE);
	if (parts_bytes(p) > PIPE_ROOM)
		unsupported("a message of more than 64 KiB", p->pc);
	if (!datagram_fits(f, there)) {
		queue_looked_at(&queues[there->in - 1]);
		return refuse_call(EAGAIN);
	}
	return queue_send(&queues[there->in - 1], p,
		s->own.length ? name_keep(&s->own) : 0);
}

short datagram_events(const struct file *f)
{
	const struct sock *s = sock_of(f);
	short now = s->error ? POLLERR : 0;

	if (s->deaf)
		now |= POLLRDHUP | POLLIN | POLLRDNORM;
	if (s->deaf && s->mute)
		now |= POLLHUP;
	if (queues[f->in - 1].first)
		now |= POLLIN | POLLRDNORM;
	if (!s->to || sock_can_write(f, PIPE_ATOMIC))
		now |= POLLOUT | POLLWRNORM;
	return now;
}
