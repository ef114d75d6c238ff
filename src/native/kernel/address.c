/* SPDX-License-Identifier: MIT */
/* address.c - names of sockets: whose they are, and ports that nobody asked for
 *
 * A port that the system is to choose goes by the thread that asks, and how
 * often it has asked before, as long as it is free: it is the same in whatever
 * order threads ask.
 */
#include "native/kernel/sock.h"
#include "native/libc/libc.h"

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

uint16_t address_port(const struct name *n)
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

/* --- an IPv6 socket that also has IPv4: ::ffff:127.0.0.1 --------------------
 */

bool address_is_mapped(const struct name *n)
{
	return n->family == AF_INET6 && n->length &&
	       IN6_IS_ADDR_V4MAPPED(&n->in6.sin6_addr);
}

struct name address_mapped(const struct name *n)
{
	struct name out = {.length = sizeof out.in6};

	if (n->family != AF_INET)
		return *n;
	out.in6.sin6_family = AF_INET6;
	out.in6.sin6_port = n->in.sin_port;
	out.in6.sin6_addr.s6_addr[10] = out.in6.sin6_addr.s6_addr[11] = 0xff;
	memcpy(&out.in6.sin6_addr.s6_addr[12], &n->in.sin_addr, 4);
	return out;
}

struct name address_plain(const struct name *n)
{
	struct name out = {.length = sizeof out.in};

	if (!address_is_mapped(n))
		return *n;
	out.in.sin_family = AF_INET;
	out.in.sin_port = n->in6.sin6_port;
	memcpy(&out.in.sin_addr, &n->in6.sin6_addr.s6_addr[12], 4);
	return out;
}

/* Does it get what comes over IPv4, too? */
static bool has_both(const struct sock *s, const struct name *n)
{
	return n->family == AF_INET6 && is_any(n) && !s->option[OPTION_only_6];
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
	if (a->node || b->node)
		return a->node == b->node;
	if (a->family == AF_UNIX)
		return a->length == b->length &&
		       memcmp(&a->un, &b->un, a->length) == 0;
	return address_port(a) == address_port(b) && same_host(a, b);
}

/* 0 or an error; what is not on this machine does not return. */
static int check(
	const struct sock *s, const struct name *n, bool to_bind, uint64_t pc)
{
	size_t least = s->domain == AF_INET    ? sizeof n->in
		       : s->domain == AF_INET6 ? 24 /* SIN6_LEN_RFC2133 */
					       : sizeof(sa_family_t);
	struct name plain;

	if (n->length < least)
		return EINVAL;
	if (n->family != s->domain)
		return s->domain == AF_UNIX ? EINVAL : EAFNOSUPPORT;
	if (s->domain == AF_UNIX) /* bind chooses a name */
		return n->length > sizeof n->un ||
				       (n->length == least && !to_bind)
			       ? EINVAL
			       : 0;
	plain = address_plain(n);
	if (!is_any(n) && !is_loopback(&plain))
		unsupported(to_bind ? "bind to an address that is not loopback"
				    : "a connection or a datagram to an "
				      "address that is not loopback: it "
				      "would leave the machine",
			pc);
	if (to_bind && address_is_mapped(n))
		unsupported("bind of an IPv6 socket to an address of IPv4", pc);
	return 0;
}

/* What is behind it is none of Linux's business. */
static void set_length(struct name *n)
{
	if (n->family != AF_UNIX)
		n->length = n->family == AF_INET ? sizeof n->in : sizeof n->in6;
}

int address_check(const struct file *f, struct name *n, uint64_t pc)
{
	int error = check(sock_of(f), n, false, pc);

	if (error || n->family == AF_UNIX)
		return error;
	set_length(n);
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
	struct name theirs;

	if (!is_kin(s, other) || !other->own.length)
		return false;
	if (n->family == AF_UNIX) /* who was accepted only seems to have it */
		return other->bound && address_same(n, &other->own);
	theirs = address_plain(&other->own);
	if (address_port(n) != address_port(&theirs))
		return false;
	if (n->family != theirs.family)
		return has_both(s, n) || has_both(other, &theirs);
	return is_any(n) || is_any(&theirs) || same_host(n, &theirs);
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

static unsigned next_choice(void)
{
	uint8_t *mine = &asked[rt.self->id % THREADS_MAX];
	unsigned choice = (unsigned)rt.self->id * PORTS_EACH + *mine;

	undo_save(mine, sizeof *mine);
	*mine = (uint8_t)((*mine + 1) % PORTS_EACH);
	return choice;
}

static void choose_port(const struct file *f, struct name *n, uint64_t pc)
{
	const unsigned ports = PORT_LAST - PORT_FIRST + 1;
	unsigned port = next_choice();

	do
		set_port(n, (uint16_t)(PORT_FIRST + port++ % ports));
	while (is_taken(f, n, pc));
}

/* A name of Unix's that the test does not care for. */
static void choose_name(const struct file *f, struct name *n, uint64_t pc)
{
	unsigned number = next_choice();

	n->length = sizeof(sa_family_t) + 6;
	do
		snprintf(n->un.sun_path + 1, 6, "%05x", number++ & 0xfffff);
	while (is_taken(f, n, pc));
}

static int bind_unix(struct file *f, struct name *n, uint64_t pc)
{
	struct sock *s = sock_of(f);

	if (n->length == sizeof(sa_family_t)) {
		if (s->own.length)
			return 0;
		choose_name(f, n, pc);
	} else if (name_is_path(n)) {
		int error = path_make(n, s);

		if (error)
			return error;
	} else if (s->own.length) {
		return EINVAL;
	} else if (is_taken(f, n, pc)) {
		return EADDRINUSE;
	}
	address_changes();
	KEEP(*s);
	s->own = *n;
	s->bound = 1;
	return 0;
}

int address_bind(struct file *f, const struct name *n, uint64_t pc)
{
	struct sock *s = sock_of(f);
	struct name name = *n;
	int error = check(s, n, true, pc);

	if (error)
		return error;
	if (n->family == AF_UNIX)
		return bind_unix(f, &name, pc);
	if (s->own.length)
		return EINVAL;
	if (address_port(n) && address_port(n) < PORT_LOWEST)
		unsupported(
			"bind to a port below 1024, which only root may", pc);
	set_length(&name);
	if (!address_port(n))
		choose_port(f, &name, pc);
	else if (is_taken(f, n, pc))
		return EADDRINUSE;
	address_changes();
	KEEP(*s);
	s->own = name;
	s->bound = 1;
	s->bound_any = is_any(&name);
	s->bound_port = address_port(n) != 0;
	return 0;
}

void address_to_any(struct name *n)
{
	if (n->family == AF_INET)
		n->in.sin_addr.s_addr = INADDR_ANY;
	else
		n->in6.sin6_addr = in6addr_any;
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
		return s->bound && address_same(&s->own, n);
	if (s->domain == AF_UNIX || address_port(&s->own) != address_port(n))
		return 0;
	if (s->own.family != n->family)
		return n->family == AF_INET && has_both(s, &s->own);
	return same_host(&s->own, n) ? 4 : is_any(&s->own) ? 2 : 0;
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
		if (fit && !listens && s->peer.length && s->domain != AF_UNIX) {
			struct name us = address_from(from, n);

			if (!address_same(&s->peer, &us))
				continue;
			fit += 8; /* a connected one comes first */
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

bool address_is_others(const struct name *n, const struct file *from)
{
	for (int i = 0; i < FILES_MAX && n->node; i++) {
		const struct sock *s = &socks[i];

		if (files[i].kind != FILE_SOCKET || s->domain != AF_UNIX ||
			s->type == sock_of(from)->type)
			continue;
		shared_read(s);
		if (s->bound && s->own.node == n->node)
			return true;
	}
	return false;
}

struct name address_from(const struct file *f, const struct name *n)
{
	struct name own = sock_of(f)->own;

	if (own.family == AF_INET6 && own.length && n->family == AF_INET) {
		struct name four = {.length = sizeof four.in};

		four.in.sin_family = AF_INET;
		four.in.sin_port = own.in6.sin6_port;
		four.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		return four;
	}
	if (own.length && n->family == AF_INET && is_any(&own))
		own.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else if (own.length && n->family == AF_INET6 && is_any(&own))
		own.in6.sin6_addr = in6addr_loopback;
	return own;
}
