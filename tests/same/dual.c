/* SPDX-License-Identifier: MIT */
/* dual.c - IPv6 sockets that have IPv4, too */
#include "say.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define A(address) ((struct sockaddr *)&(address))

static char buffer[100];

static struct sockaddr_in four(unsigned address, int port)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = port};

	a.sin_addr.s_addr = htonl(address);
	return a;
}

static struct sockaddr_in6 six(const char *address, int port)
{
	struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_port = port};

	inet_pton(AF_INET6, address, &a.sin6_addr);
	return a;
}

/* An IPv6 socket; its port, or 0. */
static int bound(
	int *s, int type, const char *address, int port, int only, int reuse)
{
	struct sockaddr_in6 a = six(address, port);
	socklen_t n = sizeof a;

	*s = socket(AF_INET6, type | SOCK_NONBLOCK, 0);
	setsockopt(*s, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
	setsockopt(*s, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
	if (bind(*s, A(a), sizeof a))
		return 0;
	getsockname(*s, A(a), &n);
	return a.sin6_port;
}

static int bind_four(unsigned address, int type, int port, int reuse)
{
	struct sockaddr_in a = four(address, port);
	int s = socket(AF_INET, type, 0), rc;

	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
	rc = bind(s, A(a), sizeof a);
	close(s);
	return rc;
}

/* Without the port, which is anything. */
static void says(int s, int peer)
{
	struct sockaddr_in6 a;
	socklen_t n = sizeof a;

	memset(&a, 0, sizeof a);
	I(peer ? getpeername(s, A(a), &n) : getsockname(s, A(a), &n));
	I(n);
	I(a.sin6_port != 0);
	a.sin6_port = 0;
	B(&a, n);
}

static void clash(int type)
{
	static const char *const address[] = {"::", "::1"};

	for (int which = 0; which < 2; which++)
		for (int only = 0; only < 2; only++)
			for (int reuse = 0; reuse < 2; reuse++) {
				int s, port = bound(&s, type, address[which], 0,
					       only, reuse);

				I(port != 0);
				I(bind_four(INADDR_ANY, type, port, reuse));
				I(bind_four(
					INADDR_LOOPBACK, type, port, reuse));
				I(bind_four(INADDR_LOOPBACK, type, port, 0));
				close(s);
			}
}

static void streams(void)
{
	struct sockaddr_in a;
	struct sockaddr_in6 b;
	socklen_t n = sizeof b;
	int l, c, s, port = bound(&l, SOCK_STREAM, "::", 0, 0, 0);

	I(listen(l, 2));
	a = four(INADDR_LOOPBACK, port);
	I((c = socket(AF_INET, SOCK_STREAM, 0)) > 0);
	I(connect(c, A(a), sizeof a));
	says(c, 0);
	says(c, 1);
	memset(&b, 0, sizeof b);
	I((s = accept(l, A(b), &n)) > 0);
	I(n);
	b.sin6_port = 0;
	B(&b, sizeof b);
	says(s, 0);
	says(s, 1);
	I(write(c, "text", 4));
	I(read(s, buffer, 9));
	I(write(s, "back", 4));
	I(read(c, buffer, 9));
	I(close(l));
	I(bind_four(INADDR_LOOPBACK, SOCK_STREAM, port, 0));
	I(close(s));
	I(read(c, buffer, 9));
	I(close(c));
	port = bound(&l, SOCK_STREAM, "::", 0, 1, 0);
	I(listen(l, 2));
	a = four(INADDR_LOOPBACK, port);
	I((c = socket(AF_INET, SOCK_STREAM, 0)) > 0);
	I(connect(c, A(a), sizeof a));
	I(close(c));
	b = six("::1", port);
	I((c = socket(AF_INET6, SOCK_STREAM, 0)) > 0);
	I(connect(c, A(b), sizeof b));
	I(close(c));
	I(close(l));
}

static void datagrams(void)
{
	struct sockaddr_in a;
	struct sockaddr_in6 b;
	socklen_t n = sizeof b;
	int s, c, d, port = bound(&s, SOCK_DGRAM, "::", 0, 0, 0);

	a = four(INADDR_LOOPBACK, port);
	I((c = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(sendto(c, "text", 4, 0, A(a), sizeof a));
	memset(&b, 0, sizeof b);
	I(recvfrom(s, buffer, 9, 0, A(b), &n));
	I(n);
	port = b.sin6_port;
	b.sin6_port = 0;
	B(&b, sizeof b);
	b.sin6_port = port;
	I(sendto(s, "back", 4, 0, A(b), sizeof b));
	n = sizeof a;
	I(recvfrom(c, buffer, 9, 0, A(a), &n));
	I(n);
	I(a.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
	/* A connected one gets what its peer sends. */
	I(connect(c, A(a), sizeof a));
	I(send(c, "more", 4, 0));
	I(recv(s, buffer, 9, 0));
	says(c, 1);
	I(sendto(s, "back", 4, 0, A(b), sizeof b));
	I(recv(c, buffer, 9, 0));
	/* And one of IPv6 as well. */
	n = sizeof b;
	getsockname(s, A(b), &n);
	b = six("::1", b.sin6_port);
	I((d = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(sendto(d, "six", 3, 0, A(b), sizeof b));
	I(recvfrom(s, buffer, 9, 0, A(b), &n));
	b.sin6_port = 0;
	B(&b, sizeof b);
	I(close(s));
	I(send(c, "x", 1, 0));
	I(send(c, "x", 1, 0));
	I(close(c));
	I(close(d));
}

int main(void)
{
	clash(SOCK_STREAM);
	clash(SOCK_DGRAM);
	streams();
	datagrams();
	return said_all();
}
