/* SPDX-License-Identifier: MIT */
/* message.c - send, recv and their kin: messages, names, flags */
#include "native/kernel/poll.h"
#include "native/kernel/rights.h"
#include "native/kernel/sock.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#define KNOWN_FLAGS                                                            \
	(MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE | MSG_EOR | MSG_CONFIRM |      \
		MSG_DONTROUTE | MSG_CMSG_CLOEXEC | MSG_PEEK | MSG_WAITALL |    \
		MSG_TRUNC)

/* A socket by its number before the decision point; NULL and errno: none. */
static struct file *begin(int number, int flags, const char *name, uint64_t pc)
{
	struct file *f = file_of(number);
	char text[80];

	if (flags & ~KNOWN_FLAGS) {
		snprintf(text, sizeof text, "%.20s with the flags 0x%x", name,
			(unsigned)(flags & ~KNOWN_FLAGS));
		unsupported(text, pc);
	}
	if (f && f->kind == FILE_SOCKET)
		return f;
	numbers_point(OP_fd_control, pc);
	cancel_here();
	return sock_of_number(number, pc);
}

/* --- send ------------------------------------------------------------------
 */

/* With a name, where there may be one; it is one operation. */
static ssize_t send_to(int number, struct parts *p, const struct name *to)
{
	uint64_t deadline;
	uint32_t granted;
	struct file *f = file_of(number);
	const struct sock *s = f ? sock_of(f) : 0;

	if (!to || !s || sock_is_tcp(s) || s->type == SOCK_SEQPACKET)
		return descriptor_write(number, p, -1);
	if (s->type != SOCK_DGRAM) {
		numbers_point(OP_fd_control, p->pc);
		f = sock_of_number(number, p->pc);
		if (!f)
			return -1;
		return refuse_call(sock_of(f)->state == SOCK_CONNECTED
					   ? EISCONN
					   : EOPNOTSUPP);
	}
	deadline = timeout_begins(number, true, p->flags, p->pc);
	kernel_point(OP_fd_write, kernel_object(KERNEL_SOCKET, 0), WAIT_NOT,
		(uint64_t)(f - files), 0, p->pc);
	while ((f = sock_of_number(number, p->pc))) {
		struct name n = *to;

		if (!datagram_waits(f, p, &n, p->pc))
			return sock_send_to(f, p, to);
		granted = kernel_point_until(OP_fd_write,
			kernel_object(KERNEL_SOCKET, 0),
			WAIT_SEND | WAIT_SLEEPS, (uint64_t)(f - files),
			name_keep(&n), deadline, p->pc);
		if (granted) /* a handler, or the deadline */
			return refuse_call(
				granted == SIGNAL_ENDS ? EINTR : EAGAIN);
	}
	return -1;
}

static ssize_t send_parts(int number, const struct iovec *part, size_t parts,
	int flags, const struct sockaddr *to, socklen_t length, uint32_t asked,
	const char *name, uint64_t pc)
{
	struct got rights = {.asked = asked};
	struct parts p = {part, (int)parts, pc, flags, PARTS_OF_MESSAGE,
		asked ? &rights : 0};
	const struct file *f = begin(number, flags, name, pc);
	struct name n;

	if (!f)
		return -1;
	if (asked && sock_of(f)->domain != AF_UNIX)
		unsupported("sendmsg with ancillary data over IP", pc);
	if (to && !name_copy(&n, to, length, pc))
		return -1;
	return send_to(number, &p, to ? &n : 0);
}

EXPORT ssize_t LIBC(send)(int number, const void *from, size_t n, int flags)
{
	struct iovec part = {(void *)(uintptr_t)from, n};

	return controlled() ? send_parts(number, &part, 1, flags, 0, 0, 0,
				      "send", CALLER)
			    : REAL(send)(number, from, n, flags);
}

EXPORT ssize_t LIBC(sendto)(int number, const void *from, size_t n, int flags,
	const struct sockaddr *to, socklen_t length)
{
	struct iovec part = {(void *)(uintptr_t)from, n};

	return controlled() ? send_parts(number, &part, 1, flags, to, length, 0,
				      "sendto", CALLER)
			    : REAL(sendto)(number, from, n, flags, to, length);
}

/* The parts of a message as they are when the call is made; NULL and errno:
 * there are too many. */
static const struct iovec *parts_of(const struct msghdr *m, uint64_t pc)
{
	size_t n = m->msg_iovlen * sizeof *m->msg_iov;
	const void *at;

	if (m->msg_iovlen > IOV_MAX) {
		refuse_call(EMSGSIZE);
		return 0;
	}
	at = look(m->msg_iov, n, pc);
	seen(m->msg_iov, at, n, pc);
	if (at == m->msg_iov) { /* it may change before the operation */
		uint32_t index;
		void *copy = arena_words(n / 4 + 1, &index);

		return memcpy(copy, at, n);
	}
	return at;
}

static struct msghdr head_of(const struct msghdr *m, uint64_t pc)
{
	struct msghdr copy;
	const void *at = look((const void *)m, sizeof copy, pc);

	seen(m, at, sizeof copy, pc);
	memcpy(&copy, at, sizeof copy);
	return copy;
}

static ssize_t send_message(
	int number, const struct msghdr *at, int flags, uint64_t pc)
{
	struct msghdr m = head_of(at, pc);
	const struct iovec *part = parts_of(&m, pc);

	uint32_t asked = 0;

	if (!part)
		return -1;
	if (m.msg_control && m.msg_controllen && !rights_asked(&m, &asked, pc))
		return -1;
	return send_parts(number, part, m.msg_iovlen, flags,
		m.msg_namelen ? m.msg_name : 0, m.msg_namelen, asked, "sendmsg",
		pc);
}

EXPORT ssize_t LIBC(sendmsg)(int number, const struct msghdr *m, int flags)
{
	return controlled() ? send_message(number, m, flags, CALLER)
			    : REAL(sendmsg)(number, m, flags);
}

EXPORT int LIBC(sendmmsg)(int number, struct mmsghdr *m, unsigned n, int flags)
{
	unsigned done = 0;

	if (!controlled())
		return REAL(sendmmsg)(number, m, n, flags);
	if (n > IOV_MAX)
		n = IOV_MAX;
	for (; done < n; done++) {
		ssize_t now =
			send_message(number, &m[done].msg_hdr, flags, CALLER);

		if (now < 0)
			return done ? (int)done : -1;
		access_write(&m[done].msg_len, sizeof m->msg_len, CALLER);
		m[done].msg_len = (unsigned)now;
	}
	return (int)done;
}

/* --- recv ------------------------------------------------------------------
 */

/* A stream's, until all is there. */
static ssize_t receive_all(int number, struct parts *p)
{
	uint64_t deadline = timeout_begins(number, false, p->flags, p->pc);
	size_t done = 0;
	struct iovec rest;
	struct parts piece = *p;
	int before = errno;

	piece.at = &rest;
	piece.count = 1;
	for (int i = 0; i < p->count; i++)
		for (size_t from = 0; from < p->at[i].iov_len;) {
			ssize_t now;

			rest.iov_base = (char *)p->at[i].iov_base + from;
			rest.iov_len = p->at[i].iov_len - from;
			piece.flags |= done ? PARTS_BEGUN : 0;
			now = descriptor_read_until(
				number, &piece, -1, deadline);
			if (now <= 0) {
				if (done)
					errno = before;
				return done ? (ssize_t)done : now;
			}
			from += (size_t)now;
			done += (size_t)now;
			if (p->got->files)
				return (ssize_t)done;
		}
	return (ssize_t)done;
}

static ssize_t receive(int number, const struct iovec *part, size_t parts,
	int flags, struct got *got, const char *name, uint64_t pc)
{
	struct parts p = {part, (int)parts, pc, flags, PARTS_OF_MESSAGE, got};
	struct file *f = begin(number, flags, name, pc);
	const struct sock *s = f ? sock_of(f) : 0;
	ssize_t n;

	*got = (struct got){0};
	if (!f)
		return -1;
	if (flags & MSG_TRUNC && sock_is_tcp(s))
		unsupported("MSG_TRUNC of a stream over TCP", pc);
	if (s->type == SOCK_STREAM && flags & MSG_WAITALL && parts_bytes(&p) &&
		!(f->flags & O_NONBLOCK) && !(flags & MSG_DONTWAIT)) {
		if (flags & MSG_PEEK)
			unsupported("MSG_PEEK with MSG_WAITALL", pc);
		return receive_all(number, &p);
	}
	n = descriptor_read(number, &p, -1);
	if (n >= 0 && got->message && got->whole > (size_t)n) {
		if (flags & MSG_TRUNC)
			n = (ssize_t)got->whole;
		got->cut = true;
	}
	return n;
}

/* Nobody asked for what was passed with it. */
static void forget(const struct got *got)
{
	if (got->files && !got->peeked)
		rights_drop(got->files);
}

/* Whose message it was. */
static void give_name(int number, const struct got *got, struct sockaddr *to,
	socklen_t *length, uint64_t pc)
{
	const struct file *f = file_of(number);
	struct name n = {0};

	if (got->from)
		memcpy(&n, rt.arena + got->from, sizeof n);
	else if (f && f->kind == FILE_SOCKET && f->out &&
		 sock_of(f)->domain == AF_UNIX)
		n = sock_of(f)->peer;
	name_give(&n, to, length, pc);
}

EXPORT ssize_t LIBC(recv)(int number, void *to, size_t n, int flags)
{
	struct iovec part = {to, n};
	struct got got;
	ssize_t rc;

	if (!controlled())
		return REAL(recv)(number, to, n, flags);
	rc = receive(number, &part, 1, flags, &got, "recv", CALLER);
	forget(&got);
	return rc;
}

EXPORT ssize_t LIBC(recvfrom)(int number, void *to, size_t n, int flags,
	struct sockaddr *from, socklen_t *length)
{
	struct iovec part = {to, n};
	struct got got;
	ssize_t rc;

	if (!controlled())
		return REAL(recvfrom)(number, to, n, flags, from, length);
	rc = receive(number, &part, 1, flags, &got, "recvfrom", CALLER);
	forget(&got);
	if (rc >= 0 && from)
		give_name(number, &got, from, length, CALLER);
	return rc;
}

ssize_t __recv_chk(int number, void *to, size_t n, size_t room, int flags);
ssize_t __recvfrom_chk(int number, void *to, size_t n, size_t room, int flags,
	struct sockaddr *from, socklen_t *length);

EXPORT ssize_t LIBC(__recv_chk)(
	int number, void *to, size_t n, size_t room, int flags)
{
	struct iovec part = {to, n};
	struct got got;

	if (!controlled())
		return REAL(__recv_chk)(number, to, n, room, flags);
	if (n > room)
		chk_failed("recv", CALLER);
	return receive(number, &part, 1, flags, &got, "recv", CALLER);
}

EXPORT ssize_t LIBC(__recvfrom_chk)(int number, void *to, size_t n, size_t room,
	int flags, struct sockaddr *from, socklen_t *length)
{
	struct iovec part = {to, n};
	struct got got;
	ssize_t rc;

	if (!controlled())
		return REAL(__recvfrom_chk)(
			number, to, n, room, flags, from, length);
	if (n > room)
		chk_failed("recvfrom", CALLER);
	rc = receive(number, &part, 1, flags, &got, "recvfrom", CALLER);
	if (rc >= 0 && from)
		give_name(number, &got, from, length, CALLER);
	return rc;
}

static ssize_t receive_message(
	int number, struct msghdr *at, int flags, uint64_t pc)
{
	struct msghdr m = head_of(at, pc);
	const struct iovec *part = parts_of(&m, pc);
	int more = 0;
	size_t used = 0;
	struct got got;
	ssize_t rc;

	if (!part)
		return -1;
	rc = receive(number, part, m.msg_iovlen, flags, &got, "recvmsg", pc);
	if (rc < 0)
		return rc;
	if (got.files)
		more = rights_give(got.files, got.peeked, &m, flags, &used, pc);
	access_write(&at->msg_namelen, sizeof at->msg_namelen, pc);
	at->msg_namelen = m.msg_namelen;
	if (m.msg_name)
		give_name(number, &got, m.msg_name, &at->msg_namelen, pc);
	access_write(&at->msg_flags, sizeof at->msg_flags, pc);
	at->msg_flags =
		(flags & MSG_CMSG_CLOEXEC) | (got.cut ? MSG_TRUNC : 0) | more;
	access_write(&at->msg_controllen, sizeof at->msg_controllen, pc);
	at->msg_controllen = used;
	return rc;
}

EXPORT ssize_t LIBC(recvmsg)(int number, struct msghdr *m, int flags)
{
	return controlled() ? receive_message(number, m, flags, CALLER)
			    : REAL(recvmsg)(number, m, flags);
}

EXPORT int LIBC(recvmmsg)(int number, struct mmsghdr *m, unsigned n, int flags,
	struct timespec *timeout)
{
	int each = flags & ~MSG_WAITFORONE;
	unsigned done = 0;

	if (!controlled())
		return REAL(recvmmsg)(number, m, n, flags, timeout);
	if (timeout)
		unsupported("recvmmsg with a timeout", CALLER);
	if (n > IOV_MAX)
		n = IOV_MAX;
	for (; done < n; done++) {
		ssize_t now =
			receive_message(number, &m[done].msg_hdr, each, CALLER);

		if (now < 0)
			return done ? (int)done : -1;
		access_write(&m[done].msg_len, sizeof m->msg_len, CALLER);
		m[done].msg_len = (unsigned)now;
		if (flags & MSG_WAITFORONE)
			each |= MSG_DONTWAIT;
	}
	return (int)done;
}
