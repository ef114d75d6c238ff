/* SPDX-License-Identifier: MIT */
/* option.c - getsockopt, setsockopt and ioctl
 *
 * Most options make no difference between threads of one process; they are
 * kept, and told when asked for.  What would change what a test sees, and is
 * not modelled, is refused by name.
 */
#include "native/kernel/device.h"
#include "native/kernel/poll.h"
#include "native/kernel/sock.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"
#include "native/outside/outside.h"
#include "native/posix/ident.h"
#include "native/raw.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

enum {
	BUFFER_LEAST = 4608,
	BUFFER_MOST = 212992 /* net.core.wmem_max, rmem_max */
};

enum how {
	FLAG,	/* 0 or 1 */
	NUMBER, /* kept as it is */
	HOPS,	/* -1: as at first */
	BUFFER, /* Linux keeps twice as much */
	TOLD	/* and not set */
};

enum {
	OPTION_multicast = OPTION_others + 15 /* of datagrams alone */
};

static const struct row {
	int level, name;
	uint8_t how;
	uint8_t slot;
	int value;	 /* at first */
	int least, most; /* 0, 0: any */
} table[] = {
	{SOL_SOCKET, SO_REUSEADDR, FLAG, OPTION_reuse, 0, 0, 0},
	{SOL_SOCKET, SO_REUSEPORT, FLAG, OPTION_reuse_port, 0, 0, 0},
	{SOL_SOCKET, SO_SNDBUF, BUFFER, OPTION_sends, BUFFER_MOST, 0, 0},
	{SOL_SOCKET, SO_RCVBUF, BUFFER, OPTION_receives, BUFFER_MOST, 0, 0},
	{IPPROTO_IPV6, IPV6_V6ONLY, FLAG, OPTION_only_6, 0, 0, 0},
	{SOL_SOCKET, SO_KEEPALIVE, FLAG, OPTION_others, 0, 0, 0},
	{SOL_SOCKET, SO_BROADCAST, FLAG, OPTION_others + 1, 0, 0, 0},
	{SOL_SOCKET, SO_OOBINLINE, FLAG, OPTION_others + 2, 0, 0, 0},
	{SOL_SOCKET, SO_DONTROUTE, FLAG, OPTION_others + 3, 0, 0, 0},
	{SOL_SOCKET, SO_PRIORITY, NUMBER, OPTION_others + 4, 0, 0, 0},
	{IPPROTO_TCP, TCP_NODELAY, FLAG, OPTION_others + 5, 0, 0, 0},
	{IPPROTO_TCP, TCP_CORK, FLAG, OPTION_others + 6, 0, 0, 0},
	{IPPROTO_TCP, TCP_KEEPIDLE, NUMBER, OPTION_others + 7, 7200, 1, 32767},
	{IPPROTO_TCP, TCP_KEEPINTVL, NUMBER, OPTION_others + 8, 75, 1, 32767},
	{IPPROTO_TCP, TCP_KEEPCNT, NUMBER, OPTION_others + 9, 9, 1, 127},
	{IPPROTO_TCP, TCP_USER_TIMEOUT, NUMBER, OPTION_others + 10, 0, 0,
		INT_MAX},
	{IPPROTO_TCP, TCP_SYNCNT, NUMBER, OPTION_others + 11, 6, 1, 127},
	{IPPROTO_IP, IP_TOS, NUMBER, OPTION_others + 12, 0, 0, 0},
	{IPPROTO_IP, IP_TTL, HOPS, OPTION_others + 13, 64, 1, 255},
	{IPPROTO_IPV6, IPV6_UNICAST_HOPS, HOPS, OPTION_others + 14, 64, 0, 255},
	{IPPROTO_IP, IP_MULTICAST_TTL, HOPS, OPTION_multicast, 1, 0, 255},
	{IPPROTO_IP, IP_MULTICAST_LOOP, FLAG, OPTION_multicast + 1, 1, 0, 0},
	{IPPROTO_IPV6, IPV6_MULTICAST_HOPS, HOPS, OPTION_multicast + 2, 1, 0,
		255},
	{IPPROTO_IPV6, IPV6_MULTICAST_LOOP, FLAG, OPTION_multicast + 3, 1, 0,
		1},
	{SOL_SOCKET, SO_TYPE, TOLD, 0, 0, 0, 0},
	{SOL_SOCKET, SO_DOMAIN, TOLD, 0, 0, 0, 0},
	{SOL_SOCKET, SO_PROTOCOL, TOLD, 0, 0, 0, 0},
	{SOL_SOCKET, SO_ACCEPTCONN, TOLD, 0, 0, 0, 0},
	{SOL_SOCKET, SO_ERROR, TOLD, 0, 0, 0, 0},
};

_Static_assert(OPTION_multicast + 3 < OPTIONS, "each has room");

static const struct row *row_of(int level, int name)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].level == level && table[i].name == name)
			return &table[i];
	return 0;
}

void options_begin(struct sock *s)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].how != TOLD)
			s->option[table[i].slot] = table[i].value;
}

static void refuse(const char *call, int level, int name, uint64_t pc)
{
	char text[80];

	snprintf(text, sizeof text, "%s of option %d of level %d", call, name,
		level);
	unsupported(text, pc);
}

/* Of streams they are another matter. */
static bool is_for_type(const struct row *r, const struct sock *s)
{
	return r->slot < OPTION_multicast || s->type == SOCK_DGRAM;
}

static bool is_of_protocol(const struct sock *s, int level)
{
	return level == SOL_SOCKET ||
	       (level == IPPROTO_TCP && sock_is_tcp(s)) ||
	       (level == IPPROTO_IP && s->domain != AF_UNIX) ||
	       (level == IPPROTO_IPV6 && s->domain == AF_INET6);
}

static struct file *arrive(int number, uint64_t pc)
{
	kernel_point(OP_fd_control, kernel_object(KERNEL_SOCKET, 0), WAIT_NOT,
		0, 0, pc);
	return sock_of_number(number, pc);
}

/* --- set -------------------------------------------------------------------
 */

static int set_number(struct file *f, const struct row *r, int value)
{
	struct sock *s = sock_of(f);

	if (r->how == HOPS && value == -1)
		value = r->value;
	if (r->least != r->most && (value < r->least || value > r->most))
		return (int)refuse_call(EINVAL);
	if (r->how == FLAG)
		value = value != 0;
	if (r->how == BUFFER) {
		unsigned to = (unsigned)value > BUFFER_MOST ? BUFFER_MOST
							    : (unsigned)value;

		value = 2 * to < BUFFER_LEAST ? BUFFER_LEAST : 2 * (int)to;
		if (value < SOCKET_SURE)
			caveat(CAVEAT_socket_room, "a buffer of %d bytes",
				value);
	}
	if (r->slot == OPTION_only_6 && s->own.length)
		return (int)refuse_call(EINVAL);
	spin_abandon();
	if (r->slot == OPTION_reuse || r->slot == OPTION_reuse_port)
		address_changes();
	KEEP(*s);
	s->option[r->slot] = value;
	return 0;
}

static int set_linger(struct file *f, const struct linger *l)
{
	struct sock *s = sock_of(f);

	KEEP(*s);
	s->option[OPTION_linger] = l->l_onoff != 0;
	s->option[OPTION_linger_time] = l->l_linger;
	return 0;
}

static int set_other(int number, struct file *f, int level, int name,
	const void *value, socklen_t n, uint64_t pc)
{
	if (level == SOL_SOCKET && name == SO_LINGER) {
		if (n < sizeof(struct linger))
			return (int)refuse_call(EINVAL);
		return set_linger(f, value);
	}
	if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO))
		return timeout_set(
			number, f, name == SO_SNDTIMEO, value, n, pc);
	refuse("setsockopt", level, name, pc);
	return -1;
}

EXPORT int LIBC(setsockopt)(
	int number, int level, int name, const void *value, socklen_t n)
{
	uint64_t copy[8] = {0};
	const struct row *r = row_of(level, name);
	struct file *f;
	int word;

	if (!controlled())
		return REAL(setsockopt)(number, level, name, value, n);
	if ((int)n < 0)
		return (int)refuse_call(EINVAL);
	if (n > sizeof copy)
		refuse("setsockopt", level, name, CALLER);
	access_read(value, n, CALLER);
	memcpy(copy, value, n);
	f = arrive(number, CALLER);
	if (!f)
		return -1;
	if (!is_of_protocol(sock_of(f), level))
		return (int)refuse_call(sock_of(f)->domain == AF_UNIX
						? EOPNOTSUPP
						: ENOPROTOOPT);
	if (r && !is_for_type(r, sock_of(f)))
		refuse("setsockopt", level, name, CALLER);
	if (!r)
		return set_other(number, f, level, name, copy, n, CALLER);
	if (r->how == TOLD)
		return (int)refuse_call(ENOPROTOOPT);
	if (n < (level == IPPROTO_IP ? 1 : sizeof word))
		return (int)refuse_call(EINVAL);
	memcpy(&word, copy, sizeof word); /* one byte will do for IPv4 */
	return set_number(f, r, word);
}

/* --- get -------------------------------------------------------------------
 */

static int told(struct file *f, int name)
{
	const struct sock *s = sock_of(f);

	switch (name) {
	case SO_TYPE:
		return s->type;
	case SO_DOMAIN:
		return s->domain;
	case SO_PROTOCOL:
		return s->domain == AF_UNIX ? 0
		       : sock_is_tcp(s)	    ? IPPROTO_TCP
					    : IPPROTO_UDP;
	case SO_ACCEPTCONN:
		return s->state == SOCK_LISTENS;
	default:
		spin_object(&sock_of(f)->error, sizeof s->error, false);
		return sock_error(f);
	}
}

/* Who was there when a connection was made, or it began to listen. */
static struct ucred peer_of(const struct sock *s)
{
	bool was = s->paired || s->state == SOCK_LISTENS ||
		   (s->state == SOCK_CONNECTED && s->type != SOCK_DGRAM);

	if (!was)
		return (struct ucred){0, (uid_t)-1, (gid_t)-1};
	return (struct ucred){PROCESS_ID, (uid_t)raw_syscall(SYS_geteuid, 0, 0),
		(gid_t)raw_syscall(SYS_getegid, 0, 0)};
}

struct answer {
	size_t bytes;
	union {
		int word;
		struct linger linger;
		struct timeval timeout;
		struct ucred who;
	};
};

static struct answer ask(struct file *f, int level, int name, uint64_t pc)
{
	const struct row *r = row_of(level, name);
	const struct sock *s = sock_of(f);
	struct answer a = {.bytes = sizeof a.word};

	if (r && is_for_type(r, s)) {
		a.word = r->how == TOLD ? told(f, name) : s->option[r->slot];
	} else if (level == SOL_SOCKET && name == SO_LINGER) {
		a.bytes = sizeof a.linger;
		a.linger.l_onoff = s->option[OPTION_linger];
		a.linger.l_linger = s->option[OPTION_linger_time];
	} else if (level == SOL_SOCKET &&
		   (name == SO_RCVTIMEO || name == SO_SNDTIMEO)) {
		a.bytes = sizeof a.timeout;
		a.timeout = timeout_get(f, name == SO_SNDTIMEO);
	} else if (level == SOL_SOCKET && name == SO_PEERCRED &&
		   s->domain == AF_UNIX) {
		a.bytes = sizeof a.who;
		a.who = peer_of(s);
	} else {
		refuse("getsockopt", level, name, pc);
	}
	return a;
}

EXPORT int LIBC(getsockopt)(
	int number, int level, int name, void *out, socklen_t *n)
{
	struct answer a;
	struct file *f;
	socklen_t room;

	if (!controlled())
		return REAL(getsockopt)(number, level, name, out, n);
	f = arrive(number, CALLER);
	if (!f)
		return -1;
	access_read(n, sizeof *n, CALLER);
	room = *n;
	if ((int)room < 0)
		return (int)refuse_call(EINVAL);
	if (!is_of_protocol(sock_of(f), level))
		return (int)refuse_call(sock_of(f)->domain == AF_UNIX
						? EOPNOTSUPP
						: ENOPROTOOPT);
	a = ask(f, level, name, CALLER);
	if (room > a.bytes)
		room = (socklen_t)a.bytes;
	access_write(out, room, CALLER);
	memcpy(out, &a.word, room);
	access_write(n, sizeof *n, CALLER);
	*n = room;
	return 0;
}

/* --- ioctl -----------------------------------------------------------------
 */

static int to_read(const struct file *f)
{
	const struct sock *s = sock_of(f);

	switch (f->kind) {
	case FILE_SOCKET:
		if (s->state == SOCK_LISTENS)
			return -EINVAL;
		return f->in ? (int)queue_next(&queues[f->in - 1]) : 0;
	case FILE_PIPE:
		return (int)queues[(f->in ? f->in : f->out) - 1].bytes;
	case FILE_BYTES:
		return (int)(contents[f->content - 1].size - f->value);
	default:
		return -device_refusal(f);
	}
}

static int control(int number, unsigned long request, int *arg, uint64_t pc)
{
	struct file *f;
	char text[60];
	long rc;
	int word;

	if (request == FIONBIO) {
		access_read(arg, sizeof *arg, pc);
		word = *arg ? O_NONBLOCK : 0;
	}
	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f && rt.mode != MODE_FORK)
		return (int)refuse_call(EBADF);
	if (!f || f->kind == FILE_REAL) {
		only_forked(pc, "ioctl of descriptor %d", number);
		outside_made("ioctl", pc);
		rc = raw_syscall6(
			SYS_ioctl, number, (long)request, (long)arg, 0, 0, 0);
		return rc < 0 ? (int)refuse_call((int)-rc) : (int)rc;
	}
	file_looked_at(f);
	sock_looked_at(f);
	switch (request) {
	case FIONBIO:
		if (((uint32_t)word ^ f->flags) & O_NONBLOCK) {
			file_waiting_changes(number, f);
			CHANGE(*f);
			f->flags ^= O_NONBLOCK;
		}
		return 0;
	case FIOCLEX:
	case FIONCLEX:
		number_closing(number, request == FIOCLEX);
		return 0;
	case FIONREAD:
		word = to_read(f);
		if (word < 0)
			return (int)refuse_call(-word);
		if (f->in)
			queue_looked_at(&queues[f->in - 1]);
		access_write(arg, sizeof *arg, pc);
		*arg = word;
		return 0;
	case TCGETS: /* what isatty asks */
	case TIOCGWINSZ:
		return (int)refuse_call(device_refusal(f));
	default:
		snprintf(text, sizeof text, "ioctl with the request 0x%lx",
			request);
		unsupported(text, pc);
	}
}

EXPORT int LIBC(ioctl)(int number, unsigned long request, ...)
{
	va_list args;
	void *argument;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	return controlled() ? control(number, request, argument, CALLER)
			    : REAL(ioctl)(number, request, argument);
}
