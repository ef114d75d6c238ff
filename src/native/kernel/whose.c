/* SPDX-License-Identifier: MIT */
/* whose.c - names on their way from the test and back */
#include "native/kernel/sock.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <string.h>

bool name_copy(struct name *n, const struct sockaddr *from, socklen_t length,
	uint64_t pc)
{
	memset(n, 0, sizeof *n);
	if ((int)length < 0 || length > sizeof(struct sockaddr_storage))
		return refuse_call(EINVAL) == 0;
	access_read(from, length, pc);
	memcpy(n->bytes, from, length < sizeof n->un ? length : sizeof n->un);
	n->length = length;
	return true;
}

uint32_t name_keep(const struct name *n)
{
	uint32_t index;
	uint32_t *words = arena_words(sizeof *n / 4 + 1, &index);

	memcpy(words, n, sizeof *n);
	return index;
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
	memcpy(to, n->bytes, room);
	access_write(length, sizeof *length, pc);
	*length = n->length;
}

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
	sockets_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	return f ? tell(&sock_of(f)->own, sock_of(f)->domain, to, length,
			   CALLER)
		 : -1;
}

EXPORT int LIBC(getpeername)(int number, struct sockaddr *to, socklen_t *length)
{
	const struct sock *s;
	struct file *f;

	if (!controlled())
		return REAL(getpeername)(number, to, length);
	sockets_point(OP_fd_control, WAIT_NOT, 0, 0, CALLER);
	f = sock_of_number(number, CALLER);
	if (!f)
		return -1;
	s = sock_of(f);
	if (s->state != SOCK_CONNECTED || (sock_is_tcp(s) && tcp_is_over(f)))
		return (int)refuse_call(ENOTCONN);
	return tell(s->to ? &sock_of(sock_file(s->to))->own : &s->peer,
		s->domain, to, length, CALLER);
}
