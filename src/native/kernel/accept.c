/* SPDX-License-Identifier: MIT */
/* accept.c - accept */
#include "native/kernel/sock.h"
#include "native/libc/libc.h"
#include "native/posix/interrupted.h"

#include <errno.h>
#include <fcntl.h>

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
	f = sock_file(l->first);
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
	hb_acquire(sock_object(listener));
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
	uint64_t deadline = timeout_begins(number, false, 0, pc);
	struct file *f = file_of(number);
	bool waits = f && f->kind == FILE_SOCKET && !(f->flags & O_NONBLOCK);

	if (flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK))
		return (int)refuse_call(EINVAL);
	if (kernel_point_until(OP_fd_accept, kernel_object(KERNEL_SOCKET, 0),
		    waits ? WAIT_ACCEPT : WAIT_ACCEPT | WAIT_AT_ONCE,
		    f ? (uint64_t)(f - files) : 0, 0, deadline,
		    pc) == SIGNAL_ENDS)
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
