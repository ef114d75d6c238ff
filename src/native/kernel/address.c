/* SPDX-License-Identifier: MIT */
/* address.c - names of sockets: whose they are, and ports that nobody asked for
 *
 * A port that the system is to choose goes by the thread that asks, and how
 * often it has asked before, as long as it is free: it is the same in whatever
 * order threads ask.
 */
#include "native/kernel/sock.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <errno.h>
#include <string.h>

enum {
	PORT_FIRST = 32768, /* net.ipv4.ip_local_port_range */
	PORT_LAST = 60999,
	PORT_LOWEST = 1024, /* those below are root's */
	PORTS_EACH = 32
};

static uint8_t asked[THREADS_MAX]; /* how often each thread */
static uint64_t names;		   /* whoever looks for one goes by them all */

void address_nobody(void)
{
	spin_object(&names, sizeof names, false);
}

/* pc 0: it is only asked whether a thread has to wait; it is told when the
 * thread goes on. */
static void refuse_behind_point(const char *what, uint64_t pc)
{
	if (pc)
		unsupported(what, pc);
}

void address_changes(void)
{
	spin_object(&names, sizeof names, true);
	KEEP(names);
	names++;
}

static uint16_t port_of(const struct name *n)
{
	return ntohs(n->family == AF_INET ? n->in.sin_port : n->in6.sin6_port);
}

static void set_port(struct name *n, uint16_t port)
{
	if (n->family == AF_INET)
		n->in.sin_port = htons(port);
	else
		n->in6.sin6_port = htons(port);
}

static bool is_any(const struct name *n)
{
	return n->family == AF_INET
		       ? n->in.sin_addr.s_addr == INADDR_ANY
		       : IN6_IS_ADDR_UNSPECIFIED(&n->in6.sin6_addr);
}

static bool is_loopback(const struct name *n)
{
	return n->family == AF_INET ? ntohl(n->in.sin_addr.s_addr) >> 24 == 127
				    : IN6_IS_ADDR_LOOPBACK(&n->in6.sin6_addr);
}

static bool same_host(const struct name *a, const struct name *b)
{
	return a->family == AF_INET
		       ? a->in.sin_addr.s_addr == b->in.sin_addr.s_addr
		       : IN6_ARE_ADDR_EQUAL(
				 &a->in6.sin6_addr, &b->in6.sin6_addr);
}

bool address_same(const struct name *a, const struct name *b)
{
	if (a->length == 0 || b->length == 0 || a->family != b->family)
		return false;
	if (a->family == AF_UNIX)
		return a->length == b->length &&
		       memcmp(&a->un, &b->un, a->length) == 0;
	return port_of(a) == port_of(b) && same_host(a, b);
}

/* Of Unix's names those that are none of the file system's. */
static int check_unix(const struct name *n, bool to_bind, uint64_t pc)
{
	char text[160];
	struct name path = *n;

	if (n->length <= sizeof(sa_family_t)) {
		if (to_bind)
			unsupported("bind of a Unix socket without a name", pc);
		return EINVAL;
	}
	if (!n->un.sun_path[0])
		return 0;
	path.un.sun_path[sizeof path.un.sun_path - 1] = 0;
	if (!to_bind && raw_syscall(SYS_access, (long)path.un.sun_path, 0) < 0)
		return ENOENT;
	snprintf(text, sizeof text,
		"%s to '%.80s', a path (a name whose first byte is 0 will do)",
		to_bind ? "bind" : "connect or send", path.un.sun_path);
	unsupported(text, pc);
}

/* 0 or an error; what is not on this machine does not return. */
static int check(
	const struct sock *s, const struct name *n, bool to_bind, uint64_t pc)
{
	size_t least = s->domain == AF_INET    ? sizeof n->in
		       : s->domain == AF_INET6 ? 24 /* SIN6_LEN_RFC2133 */
					       : sizeof(sa_family_t);

	if (n->length < least)
		return EINVAL;
	if (n->family != s->domain)
		return s->domain == AF_UNIX ? EINVAL : EAFNOSUPPORT;
	if (s->domain == AF_UNIX)
		return check_unix(n, to_bind, pc);
	if (!is_any(n) && !is_loopback(n))
		unsupported(to_bind ? "bind to an address that is not loopback"
				    : "a connection or a datagram to an "
				      "address that is not loopback: it "
				      "would leave the machine",
			pc);
	return 0;
}

int address_check(const struct file *f, struct name *n, uint64_t pc)
{
	int error = check(sock_of(f), n, false, pc);

	if (error || n->family == AF_UNIX)
		return error;
	if (is_any(n) && n->family == AF_INET)
		n->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else if (is_any(n))
		n->in6.sin6_addr = in6addr_loopback;
	return 0;
}

/* Of the same kind, over the same protocol. */
static bool is_kin(const struct sock *a, const struct sock *b)
{
	return a->type == b->type &&
	       (a->domain == AF_UNIX) == (b->domain == AF_UNIX);
}

static bool share(const struct sock *a, const struct sock *b)
{
	return a->option[OPTION_reuse] && b->option[OPTION_reuse] &&
	       (a->type != SOCK_STREAM ||
		       (a->state != SOCK_LISTENS && b->state != SOCK_LISTENS));
}

/* Does n clash with the name that other has? */
static bool clashes(const struct sock *s, const struct name *n,
	const struct sock *other, uint64_t pc)
{
	if (!is_kin(s, other) || !other->own.length)
		return false;
	if (n->family == AF_UNIX)
		return address_same(n, &other->own);
	if (port_of(n) != port_of(&other->own))
		return false;
	if (n->family != other->own.family) {
		if ((is_any(n) && n->family == AF_INET6 &&
			    !s->option[OPTION_only_6]) ||
			(is_any(&other->own) && other->own.family == AF_INET6 &&
				!other->option[OPTION_only_6]))
			unsupported("a port of '::' that IPv4 has, too "
				    "(without IPV6_V6ONLY)",
				pc);
		return false;
	}
	return is_any(n) || is_any(&other->own) || same_host(n, &other->own);
}

static bool is_taken(const struct file *f, const struct name *n, uint64_t pc)
{
	const struct sock *s = sock_of(f);

	shared_read(&names);
	for (int i = 0; i < FILES_MAX; i++) {
		if (files[i].kind != FILE_SOCKET || &files[i] == f)
			continue;
		shared_read(&socks[i]);
		if (!clashes(s, n, &socks[i], pc))
			continue;
		if (s->option[OPTION_reuse_port] &&
			socks[i].option[OPTION_reuse_port])
			unsupported(
				"two sockets of one port (SO_REUSEPORT)", pc);
		if (!share(s, &socks[i]))
			return true;
	}
	return false;
}

static void choose_port(const struct file *f, struct name *n, uint64_t pc)
{
	const unsigned ports = PORT_LAST - PORT_FIRST + 1;
	uint8_t *mine = &asked[rt.self->id % THREADS_MAX];
	unsigned port = (unsigned)rt.self->id * PORTS_EACH + *mine;

	undo_save(mine, sizeof *mine);
	*mine = (uint8_t)((*mine + 1) % PORTS_EACH);
	do
		set_port(n, (uint16_t)(PORT_FIRST + port++ % ports));
	while (is_taken(f, n, pc));
}

int address_bind(struct file *f, const struct name *n, uint64_t pc)
{
	struct sock *s = sock_of(f);
	struct name name = *n;
	int error = check(s, n, true, pc);

	if (error)
		return error;
	if (s->own.length)
		return EINVAL;
	if (n->family != AF_UNIX && port_of(n) && port_of(n) < PORT_LOWEST)
		unsupported(
			"bind to a port below 1024, which only root may", pc);
	if (n->family != AF_UNIX && !port_of(n))
		choose_port(f, &name, pc);
	else if (is_taken(f, n, pc))
		return EADDRINUSE;
	address_changes();
	KEEP(*s);
	s->own = name;
	s->bound = 1;
	return 0;
}

void address_any(struct file *f)
{
	struct sock *s = sock_of(f);
	struct name n = {.family = s->domain};

	if (s->own.length || s->domain == AF_UNIX)
		return;
	n.length = s->domain == AF_INET ? sizeof n.in : sizeof n.in6;
	choose_port(f, &n, 0);
	address_changes();
	KEEP(*s);
	s->own = n;
}

bool address_listened(const struct file *f)
{
	const struct sock *s = sock_of(f);

	shared_read(&names);
	for (int i = 0; i < FILES_MAX; i++) {
		const struct sock *other = &socks[i];

		if (files[i].kind == FILE_SOCKET && &files[i] != f &&
			other->state == SOCK_LISTENS && s->own.length &&
			clashes(s, &s->own, other, 0))
			return true;
	}
	return false;
}

void loopback_is_used(const struct file *f)
{
	if (sock_of(f)->domain != AF_UNIX)
		caveat(CAVEAT_loopback, "%s",
			sock_is_tcp(sock_of(f)) ? "TCP" : "UDP");
}

/* How well does the name fit that a socket has?  0: not. */
static int fits(const struct sock *s, const struct name *n, uint64_t pc)
{
	if (!s->own.length)
		return 0;
	if (n->family == AF_UNIX)
		return address_same(&s->own, n);
	if (s->domain == AF_UNIX || port_of(&s->own) != port_of(n))
		return 0;
	if (s->own.family != n->family) {
		if (n->family == AF_INET && is_any(&s->own) &&
			!s->option[OPTION_only_6])
			refuse_behind_point(
				"IPv4 to a socket of IPv6 that has '::' "
				"(without IPV6_V6ONLY)",
				pc);
		return 0;
	}
	return same_host(&s->own, n) ? 2 : is_any(&s->own);
}

struct file *address_find(const struct name *n, const struct file *from,
	bool listens, uint64_t pc)
{
	struct file *best = 0;
	int how = 0;

	shared_read(&names);
	for (int i = 0; i < FILES_MAX; i++) {
		const struct sock *s = &socks[i];
		int fit;

		if (files[i].kind != FILE_SOCKET)
			continue;
		shared_read(s);
		if (!is_kin(s, sock_of(from)) ||
			(listens && (s->state != SOCK_LISTENS || s->deaf)))
			continue;
		fit = fits(s, n, pc);
		if (fit && !listens && s->peer.length) {
			struct name us = address_from(from, n);

			if (s->domain == AF_UNIX &&
				!address_same(&s->peer, &us))
				refuse_behind_point(
					"a datagram to a Unix socket that "
					"is connected to another one",
					pc);
			if (!address_same(&s->peer, &us))
				continue;
			fit += 2; /* a connected one comes first */
		}
		if (fit > how) {
			how = fit;
			best = &files[i];
		} else if (fit && fit == how) {
			refuse_behind_point("two sockets at one address", pc);
		}
	}
	return best;
}

struct name address_from(const struct file *f, const struct name *n)
{
	struct name own = sock_of(f)->own;

	if (own.length && n->family == AF_INET && is_any(&own))
		own.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else if (own.length && n->family == AF_INET6 && is_any(&own))
		own.in6.sin6_addr = in6addr_loopback;
	return own;
}
