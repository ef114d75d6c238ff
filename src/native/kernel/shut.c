/* SPDX-License-Identifier: MIT */
/* shut.c - shutdown */
#include "native/kernel/sock.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"

#include <errno.h>

/* It listens no more: who waits in accept is told EINVAL. */
static void shut_listener(struct file *f)
{
	struct sock *s = sock_of(f);

	if (sock_is_tcp(s))
		sock_gives_up(f);
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
	queue_order(f->in, true);
}

/* Nor do datagrams. */
static int shut_datagrams(struct file *f, int how)
{
	struct sock *s = sock_of(f);

	spin_abandon();
	KEEP(*s);
	s->deaf |= how != SHUT_WR;
	s->mute |= how != SHUT_RD;
	wake_file(f, WAKES_ALL);
	queue_order(f->in, true);
	/* Over UDP an error, which is not without effect. */
	return s->domain == AF_UNIX || s->state == SOCK_CONNECTED
		       ? 0
		       : (int)refuse_call(ENOTCONN);
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
	if (s->type == SOCK_DGRAM)
		return shut_datagrams(f, how);
	if (s->state == SOCK_LISTENS) {
		if (how != SHUT_WR)
			shut_listener(f);
		return 0;
	}
	if (sock_is_tcp(s) && s->state != SOCK_CONNECTED)
		return shut_early(f, how);
	if (sock_is_tcp(s) && tcp_is_over(f))
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
