/* SPDX-License-Identifier: MIT */
/* inet.c - addresses as text, and names that need nobody to be asked
 *
 * getaddrinfo of a number, or of none, asks nobody and is made here, nor does
 * getnameinfo for numbers; "localhost" is in a file (hosts.h).  Any other name
 * is the system's to look up, which makes the call one that scarp does not
 * know.
 */
#include "native/kernel/file.h"
#include "native/libc/hosts.h"
#include "native/libc/libc.h"
#include "native/outside/outside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static size_t bytes_of(int family)
{
	return family == AF_INET ? sizeof(struct in_addr)
				 : sizeof(struct in6_addr);
}

EXPORT int LIBC(inet_pton)(int family, const char *text, void *out)
{
	char address[sizeof(struct in6_addr)];
	int good;

	if (!controlled())
		return REAL(inet_pton)(family, text, out);
	text = read_string(text, CALLER); /* its length is asked for first */
	good = REAL(inet_pton)(family, text, address);
	if (good == 1)
		put_bytes(out, address, bytes_of(family), CALLER);
	return good;
}

EXPORT int LIBC(inet_aton)(const char *text, struct in_addr *out)
{
	struct in_addr address;
	int good;

	if (!controlled())
		return REAL(inet_aton)(text, out);
	text = read_string(text, CALLER);
	good = REAL(inet_aton)(text, &address);
	if (good && out)
		put_bytes(out, &address, sizeof address, CALLER);
	return good;
}

EXPORT const char *LIBC(inet_ntop)(
	int family, const void *from, char *out, socklen_t n)
{
	char text[INET6_ADDRSTRLEN];
	const void *at = from;

	if (!controlled())
		return REAL(inet_ntop)(family, from, out, n);
	if (family == AF_INET || family == AF_INET6) {
		at = look(from, bytes_of(family), CALLER);
		seen(from, at, bytes_of(family), CALLER);
	}
	if (!REAL(inet_ntop)(
		    family, at, text, n < sizeof text ? n : sizeof text))
		return 0;
	put_bytes(out, text, strlen(text) + 1, CALLER);
	return out;
}

/* --- getaddrinfo of numbers
 * ----------------------------------------------------------------- */

/* -1: it is none; else the port. */
static long number_of(const char *service)
{
	char *end;
	long n;

	if (!service)
		return 0;
	n = strtol(service, &end, 10);
	return *service && !*end && n >= 0 && n <= 65535 ? n : -1;
}

struct where {
	struct sockaddr_storage at;
	int family;
	socklen_t length;
};

/* How many addresses; 0: somebody has to be asked. */
static int addresses(const char *node, int family, bool passive, long port,
	struct where *out)
{
	int n = 0;

	for (int i = 0; i < 2; i++) {
		/* IPv6 comes first, by RFC 6724 */
		int is = i == 0 && !node && !passive   ? AF_INET6
			 : i == 1 && !node && !passive ? AF_INET
			 : i == 0		       ? AF_INET
						       : AF_INET6;
		struct sockaddr_in *in = (void *)&out[n].at;
		struct sockaddr_in6 *in6 = (void *)&out[n].at;

		if (family != AF_UNSPEC && family != is)
			continue;
		memset(&out[n].at, 0, sizeof out[n].at);
		out[n].at.ss_family = (sa_family_t)is;
		in->sin_port = htons((uint16_t)port); /* in6's as well */
		out[n].family = is;
		out[n].length = is == AF_INET ? sizeof *in : sizeof *in6;
		if (node && REAL(inet_pton)(is, node,
				    is == AF_INET ? (void *)&in->sin_addr
						  : &in6->sin6_addr) != 1)
			continue;
		if (!node && !passive && is == AF_INET)
			in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		else if (!node && !passive)
			in6->sin6_addr = in6addr_loopback;
		n++;
	}
	return n;
}

/* "localhost": glibc gives ::1 first, and who asks for IPv4 alone gets
 * 127.0.0.1 for each line of ::1 as well (nss/nss_files/files-hosts.c). */
static int localhost(int family, long port, struct where *out)
{
	int of_4, of_6, n = 0;

	if (!hosts_localhost(&of_4, &of_6))
		return 0;
	if (family == AF_INET)
		of_4 += of_6;
	for (int i = 0; i < of_6 && family != AF_INET; i++)
		n += addresses("::1", AF_INET6, false, port, &out[n]);
	for (int i = 0; i < of_4 && family != AF_INET6; i++)
		n += addresses("127.0.0.1", AF_INET, false, port, &out[n]);
	return n;
}

static const struct kind {
	int type, protocol;
} kinds[] = {
	{SOCK_STREAM, IPPROTO_TCP}, {SOCK_DGRAM, IPPROTO_UDP}, {SOCK_RAW, 0}};

static struct addrinfo *entry(
	const struct where *w, const struct kind *kind, int flags)
{
	/* One block, as freeaddrinfo has it. */
	struct addrinfo *a = malloc(sizeof *a + w->length);

	*a = (struct addrinfo){.ai_flags = flags,
		.ai_family = w->family,
		.ai_socktype = kind->type,
		.ai_protocol = kind->protocol,
		.ai_addrlen = w->length,
		.ai_addr = (struct sockaddr *)(a + 1)};
	memcpy(a->ai_addr, &w->at, w->length);
	return a;
}

static bool is_asked(const struct kind *k, const struct addrinfo *hints)
{
	return (!hints->ai_socktype || hints->ai_socktype == k->type) &&
	       (!hints->ai_protocol || hints->ai_protocol == k->protocol ||
		       k->type == SOCK_RAW);
}

/* What is not done here: the other flags change what is asked for. */
static bool is_simple(const struct addrinfo *h)
{
	const int flags =
		AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV | AI_ADDRCONFIG;

	return !(h->ai_flags & ~flags) &&
	       (h->ai_family == AF_UNSPEC || h->ai_family == AF_INET ||
		       h->ai_family == AF_INET6) &&
	       h->ai_socktype >= 0 && h->ai_socktype <= SOCK_RAW;
}

/* Only a number will do, and it is none. */
static bool is_no_number(
	const char *node, const char *service, const struct addrinfo *h)
{
	struct in6_addr any;

	if (service && h->ai_flags & AI_NUMERICSERV && number_of(service) < 0)
		return !(*service >= '0' && *service <= '9');
	return node && h->ai_flags & AI_NUMERICHOST && !strchr(node, '%') &&
	       number_of(service) >= 0 &&
	       !REAL(inet_aton)(node, (struct in_addr *)(void *)&any) &&
	       REAL(inet_pton)(AF_INET6, node, &any) != 1;
}

EXPORT int LIBC(getaddrinfo)(const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **out)
{
	struct addrinfo asked = {.ai_flags = 0}, *first = 0, **end = &first;
	struct where where[HOSTS_MOST];
	int n = 0;

	if (!controlled())
		return REAL(getaddrinfo)(node, service, hints, out);
	if (hints) {
		access_read(hints, 4 * sizeof(int), CALLER);
		asked = *hints;
	}
	node = node ? read_string(node, CALLER) : 0;
	service = service ? read_string(service, CALLER) : 0;
	if ((node || service) && is_simple(&asked) && number_of(service) >= 0)
		n = addresses(node, asked.ai_family,
			asked.ai_flags & AI_PASSIVE, number_of(service), where);
	/* What AI_ADDRCONFIG leaves out depends on the machine's interfaces. */
	if (node && strcmp(node, "localhost") == 0 && is_simple(&asked) &&
		!(asked.ai_flags & (AI_NUMERICHOST | AI_ADDRCONFIG)) &&
		number_of(service) >= 0)
		n = localhost(asked.ai_family, number_of(service), where);
	if (n == 0 && is_simple(&asked) && is_no_number(node, service, &asked))
		return EAI_NONAME;
	if (n == 0) {
		outside_unknown("getaddrinfo", CALLER);
		outside_made("getaddrinfo", CALLER);
		return REAL(getaddrinfo)(node, service, hints, out);
	}
	for (int i = 0; i < n; i++)
		for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
			if (is_asked(&kinds[k], &asked)) {
				*end = entry(
					&where[i], &kinds[k], asked.ai_flags);
				end = &(*end)->ai_next;
			}
	if (!first)
		return EAI_SOCKTYPE;
	access_write(out, sizeof *out, CALLER);
	*out = first;
	return 0;
}

EXPORT void LIBC(freeaddrinfo)(struct addrinfo *a)
{
	struct addrinfo *next;

	if (!controlled()) {
		REAL(freeaddrinfo)(a);
		return;
	}
	for (; a; a = next) {
		access_read(a, sizeof *a, CALLER);
		next = a->ai_next;
		free(a->ai_canonname);
		free(a);
	}
}

/* --- getnameinfo of numbers
 * ----------------------------------------------------------------- */

enum {
	HOST_MOST = INET6_ADDRSTRLEN + 16, /* with a scope's number */
	PORT_MOST = 8
};

/* Nobody has to be asked for it. */
static bool is_number(const struct sockaddr_storage *at, socklen_t n, int flags,
	bool host, bool service)
{
	const struct sockaddr_in6 *in6 = (const void *)at;

	if (n < sizeof at->ss_family)
		return true; /* an error */
	if (at->ss_family != AF_INET && at->ss_family != AF_INET6)
		return at->ss_family != AF_UNIX;
	if (at->ss_family == AF_INET6 && n >= sizeof *in6 && in6->sin6_scope_id)
		return false;
	return (!host || flags & NI_NUMERICHOST) &&
	       (!service || flags & NI_NUMERICSERV);
}

static void give_text(char *out, const char *text, uint64_t pc)
{
	if (*text)
		put_bytes(out, text, strlen(text) + 1, pc);
}

EXPORT int LIBC(getnameinfo)(const struct sockaddr *from, socklen_t n,
	char *host, socklen_t host_room, char *service, socklen_t service_room,
	int flags)
{
	char text[HOST_MOST] = "", port[PORT_MOST] = "";
	struct sockaddr_storage at = {0};
	int rc;

	if (!controlled())
		return REAL(getnameinfo)(
			from, n, host, host_room, service, service_room, flags);
	if (from && n <= sizeof at) {
		access_read(from, n, CALLER);
		memcpy(&at, from, n);
	}
	if (from &&
		(n > sizeof at || !is_number(&at, n, flags, host && host_room,
					  service && service_room))) {
		outside_unknown("getnameinfo", CALLER);
		outside_made("getnameinfo", CALLER);
		return REAL(getnameinfo)(
			from, n, host, host_room, service, service_room, flags);
	}
	rc = REAL(getnameinfo)(from ? (const struct sockaddr *)&at : 0, n,
		host ? text : 0,
		host_room < sizeof text ? host_room : sizeof text,
		service ? port : 0,
		service_room < sizeof port ? service_room : sizeof port, flags);
	give_text(host, text, CALLER);
	give_text(service, port, CALLER);
	return rc;
}
