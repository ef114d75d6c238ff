/* SPDX-License-Identifier: MIT */
/* sockets.c - sockets, epoll, timers: one after the other, as they are */
#include "say.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

static char buffer[100];

static int ready(int fd)
{
	struct pollfd p = {fd, POLLIN | POLLOUT | POLLRDHUP, 0};

	poll(&p, 1, 0);
	return p.revents;
}

static int add(int e, int fd, uint32_t events, int data)
{
	struct epoll_event what = {
		.events = events, .data.u64 = (unsigned)data};

	return epoll_ctl(e, EPOLL_CTL_ADD, fd, &what);
}

static int modify(int e, int fd, uint32_t events, int data)
{
	struct epoll_event what = {
		.events = events, .data.u64 = (unsigned)data};

	return epoll_ctl(e, EPOLL_CTL_MOD, fd, &what);
}

static void waits(int e, int most)
{
	struct epoll_event got[8];
	int n;

	I(n = epoll_wait(e, got, most, 0));
	for (int i = 0; i < n; i++) {
		I(got[i].data.u64);
		I(got[i].events);
	}
}

static void epolls(void)
{
	struct epoll_event what = {.events = EPOLLIN};
	struct timespec no = {0, 0}, bad = {0, -1};
	int e, f, p[2], q[2], v, m, d;

	I(epoll_create(0));
	I(epoll_create1(1));
	I((e = epoll_create(1)) >= 0);
	I((f = epoll_create1(EPOLL_CLOEXEC)) >= 0);
	I(fcntl(f, F_GETFD));
	I(fcntl(f, F_GETFL));
	I(read(e, buffer, 8));
	I(write(e, buffer, 8));
	I(lseek(e, 0, SEEK_SET));
	I(epoll_wait(e, &what, 0, 0));
	I(epoll_wait(e, &what, -1, 0));
	I(epoll_wait(900, &what, 1, 0));
	I(epoll_wait(1, &what, 1, 0));
	I(epoll_pwait(e, &what, 1, 0, NULL));
	I(epoll_pwait2(e, &what, 1, &no, NULL));
	I(epoll_pwait2(e, &what, 1, &bad, NULL));
	pipe2(p, O_NONBLOCK);
	pipe2(q, O_NONBLOCK);
	v = eventfd(0, EFD_NONBLOCK);
	m = memfd_create("m", 0);
	I(add(e, m, EPOLLIN, 0));
	I(add(e, 900, EPOLLIN, 0));
	I(add(900, p[0], EPOLLIN, 0));
	I(add(p[0], p[1], EPOLLIN, 0));
	I(add(e, e, EPOLLIN, 0));
	I(epoll_ctl(e, 9, p[0], &what));
	I(epoll_ctl(e, EPOLL_CTL_DEL, p[0], NULL));
	I(modify(e, p[0], EPOLLIN, 0));
	I(add(e, p[0], EPOLLIN, 1));
	I(add(e, p[0], EPOLLIN, 1));
	I(add(e, p[1], EPOLLOUT, 2));
	I(add(e, v, EPOLLIN | EPOLLOUT, 3));
	I(add(e, q[0], EPOLLIN | EPOLLET, 4));
	waits(e, 8);
	waits(e, 1); /* the first come, in turns */
	waits(e, 1);
	waits(e, 1);
	write(q[1], "a", 1);
	waits(e, 8);
	waits(e, 8); /* an edge is told once */
	write(q[1], "b", 1);
	waits(e, 8);
	read(q[0], buffer, 1);
	waits(e, 8);
	write(p[1], "a", 1);
	eventfd_write(v, 1);
	waits(e, 8);
	I(modify(e, q[0], EPOLLIN | EPOLLET, 5)); /* which begins anew */
	waits(e, 8);
	I(modify(e, q[0], EPOLLIN | EPOLLONESHOT, 6));
	waits(e, 8);
	write(q[1], "b", 1);
	waits(e, 8);
	I(modify(e, q[0], EPOLLIN | EPOLLONESHOT, 7));
	waits(e, 8);
	I(epoll_ctl(e, EPOLL_CTL_DEL, p[1], NULL));
	I(epoll_ctl(e, EPOLL_CTL_DEL, p[1], NULL));
	I(epoll_ctl(e, EPOLL_CTL_DEL, v, &what));
	waits(e, 8);
	I((d = dup(p[0])) >= 0);
	I(add(e, d, EPOLLIN, 8));
	waits(e, 8);
	close(p[0]); /* the file is still open, and is registered */
	waits(e, 8);
	I(epoll_ctl(e, EPOLL_CTL_DEL, p[0], NULL));
	close(d);
	waits(e, 8);
	I(add(f, e, EPOLLIN, 9));
	I(add(e, f, EPOLLIN, 9));
	I(ready(e));
	I(ready(f));
	waits(f, 8);
	I(modify(e, q[0], EPOLLIN, 10));
	I(ready(e));
	I(ready(f));
	waits(f, 8);
	waits(e, 8);
	read(q[0], buffer, 9);
	waits(f, 8);
	waits(e, 8);
	close(q[1]);
	waits(e, 8);
	I(add(e, v, EPOLLIN | EPOLLEXCLUSIVE, 11));
	I(modify(e, v, EPOLLIN, 11));
	I(add(e, v, EPOLLIN | EPOLLEXCLUSIVE | EPOLLONESHOT, 11));
	I(modify(e, q[0], EPOLLIN | EPOLLEXCLUSIVE, 11));
	I(epoll_ctl(f, EPOLL_CTL_DEL, e, NULL));
	I(add(f, e, EPOLLIN | EPOLLEXCLUSIVE, 11));
	close(e);
	close(f);
	close(v);
	close(m);
	close(q[0]);
	close(p[1]);
}

/* How deep they may be. */
static void nests(void)
{
	int e[8];

	for (int i = 0; i < 8; i++) {
		e[i] = epoll_create1(0);
		if (i)
			I(add(e[i], e[i - 1], EPOLLIN, 0));
	}
	for (int i = 0; i < 8; i++)
		close(e[i]);
	for (int i = 0; i < 8; i++) {
		e[i] = epoll_create1(0);
		if (i)
			I(add(e[i - 1], e[i], EPOLLIN, 0));
	}
	for (int i = 0; i < 8; i++)
		close(e[i]);
}

static void edges(void)
{
	int e = epoll_create1(0), s[2], v = eventfd(0, EFD_NONBLOCK);
	eventfd_t n;

	socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s);
	I(add(e, s[0], EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, 1));
	I(add(e, v, EPOLLIN | EPOLLOUT | EPOLLET, 2));
	waits(e, 8);
	waits(e, 8);
	write(s[1], "ab", 2);
	waits(e, 8);
	read(s[0], buffer, 1);
	waits(e, 8);
	write(s[0], "x", 1);
	waits(e, 8);
	read(s[1], buffer, 1);
	waits(e, 8);
	eventfd_write(v, 3);
	waits(e, 8);
	eventfd_read(v, &n);
	waits(e, 8);
	shutdown(s[1], SHUT_WR);
	waits(e, 8);
	close(s[1]);
	waits(e, 8);
	waits(e, 8);
	close(s[0]);
	close(v);
	close(e);
}

static void timers(void)
{
	struct itimerspec t = {{0, 0}, {0, 0}}, was;
	uint64_t n;
	int f, e = epoll_create1(0);

	I(timerfd_create(99, 0));
	I(timerfd_create(CLOCK_MONOTONIC, 1));
	I((f = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK)) >= 0);
	I(fcntl(f, F_GETFL));
	I(read(f, &n, 8));
	I(read(f, &n, 4));
	I(write(f, &n, 8));
	I(lseek(f, 0, SEEK_SET));
	I(timerfd_settime(900, 0, &t, NULL));
	I(timerfd_settime(1, 0, &t, NULL));
	I(timerfd_gettime(900, &was));
	I(timerfd_gettime(1, &was));
	I(timerfd_settime(f, 8, &t, NULL));
	t.it_value.tv_nsec = -1;
	I(timerfd_settime(f, 0, &t, NULL));
	t.it_value.tv_nsec = 0;
	I(timerfd_settime(f, 0, &t, &was));
	I(was.it_value.tv_nsec);
	I(ready(f));
	t.it_value.tv_nsec = 1; /* long ago */
	I(timerfd_settime(f, TFD_TIMER_ABSTIME, &t, NULL));
	I(ready(f));
	I(add(e, f, EPOLLIN | EPOLLET, 1));
	waits(e, 1);
	waits(e, 1);
	I(read(f, &n, 8));
	I(n);
	I(read(f, &n, 8));
	I(timerfd_gettime(f, &was));
	I(was.it_value.tv_sec);
	t.it_value.tv_sec = 1000;
	t.it_interval.tv_sec = 5;
	I(timerfd_settime(f, 0, &t, NULL));
	I(timerfd_gettime(f, &was));
	I(was.it_value.tv_sec >= 999);
	I(was.it_interval.tv_sec);
	t.it_value.tv_sec = t.it_value.tv_nsec = 0;
	I(timerfd_settime(f, 0, &t, &was));
	I(was.it_value.tv_sec >= 999);
	I(was.it_interval.tv_sec);
	close(f);
	close(e);
}

static struct sockaddr_in at(int port)
{
	struct sockaddr_in a = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return a;
}

#define A(a) ((struct sockaddr *)&(a))

static int option(int s, int level, int name)
{
	int value = -7;
	socklen_t n = sizeof value;

	return getsockopt(s, level, name, &value, &n) ? -errno : value;
}

static int set(int s, int level, int name, int value)
{
	return setsockopt(s, level, name, &value, sizeof value);
}

static void makes(void)
{
	int s;

	I(socket(-1, SOCK_STREAM, 0));
	I(socket(99, SOCK_STREAM, 0));
	I(socket(AF_UNIX, 99, 0));
	I(socket(AF_UNIX, SOCK_STREAM, 5));
	I(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
	I(socket(AF_INET, SOCK_DGRAM, IPPROTO_TCP));
	I(bind(900, NULL, 0));
	I(bind(1, NULL, 0));
	I(listen(900, 1));
	I(listen(1, 1));
	I(connect(1, NULL, 0));
	I(accept(1, NULL, NULL));
	I(accept4(1, NULL, NULL, 1));
	I(getsockname(1, NULL, NULL));
	I(getpeername(1, NULL, NULL));
	I(getsockopt(1, SOL_SOCKET, SO_TYPE, NULL, NULL));
	I(setsockopt(1, SOL_SOCKET, SO_REUSEADDR, &(int){1}, 4));
	I(sendto(1, "a", 1, 0, NULL, 0));
	I(recvfrom(1, buffer, 1, 0, NULL, NULL));
	I((s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) >
		0);
	I(fcntl(s, F_GETFL));
	I(fcntl(s, F_GETFD));
	I(option(s, SOL_SOCKET, SO_TYPE));
	I(option(s, SOL_SOCKET, SO_DOMAIN));
	I(option(s, SOL_SOCKET, SO_PROTOCOL));
	I(option(s, SOL_SOCKET, SO_ACCEPTCONN));
	I(option(s, SOL_SOCKET, SO_ERROR));
	I(option(s, SOL_SOCKET, SO_REUSEADDR));
	I(set(s, SOL_SOCKET, SO_REUSEADDR, 5));
	I(option(s, SOL_SOCKET, SO_REUSEADDR));
	I(set(s, SOL_SOCKET, SO_TYPE, 5));
	I(set(s, IPPROTO_TCP, TCP_NODELAY, 1));
	I(option(s, IPPROTO_TCP, TCP_NODELAY));
	I(option(s, IPPROTO_TCP, TCP_KEEPIDLE));
	I(option(s, IPPROTO_IP, IP_TTL));
	I(set(s, SOL_SOCKET, SO_SNDBUF, 100000));
	I(option(s, SOL_SOCKET, SO_SNDBUF));
	I(setsockopt(s, SOL_SOCKET, SO_KEEPALIVE, &(int){1}, 3));
	I(ready(s));
	I(read(s, buffer, 1));
	I(send(s, "a", 1, MSG_NOSIGNAL));
	I(shutdown(s, SHUT_WR));
	I(accept(s, NULL, NULL));
	I(ioctl(s, FIONREAD, buffer));
	close(s);
	I((s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)) > 0);
	I(ready(s));
	I(read(s, buffer, 1));
	I(send(s, "a", 1, MSG_NOSIGNAL));
	I(listen(s, 1));
	I(accept(s, NULL, NULL));
	I(set(s, IPPROTO_TCP, TCP_NODELAY, 1));
	close(s);
	I((s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(ready(s));
	I(read(s, buffer, 1));
	I(send(s, "a", 1, 0));
	I(listen(s, 1));
	I(accept(s, NULL, NULL));
	close(s);
}

static void tcp(int domain)
{
	union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
	} here = {.any.sa_family = (sa_family_t)domain}, there, peer;
	socklen_t n = domain == AF_INET ? sizeof here.in : sizeof here.in6;
	socklen_t size = n;
	int l = socket(domain, SOCK_STREAM | SOCK_NONBLOCK, 0), c, s, on = 1;

	if (domain == AF_INET)
		here.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else
		here.in6.sin6_addr = in6addr_loopback;
	I(getsockname(l, &there.any, &n));
	I(n);
	B(&there, n);
	I(getpeername(l, &there.any, &n));
	I(bind(l, &here.any, 3));
	I(bind(l, &here.any, size));
	I(bind(l, &here.any, size));
	I(getsockname(l, &here.any, &n));
	I(here.in.sin_port != 0);
	I((c = socket(domain, SOCK_STREAM, 0)) > 0);
	I(bind(c, &here.any, size));
	I(connect(c, &here.any, size)); /* nobody listens */
	I(listen(l, 5));
	I(option(l, SOL_SOCKET, SO_ACCEPTCONN));
	I(ready(l));
	I(accept(l, NULL, NULL));
	I(read(l, buffer, 1));
	I(send(l, "x", 1, MSG_NOSIGNAL));
	I(connect(l, &here.any, size));
	I(connect(c, &here.any, size));
	I(connect(c, &here.any, size));
	I(listen(c, 5));
	I(ready(l));
	I(ready(c));
	I(send(c, "early", 5, 0));
	n = size;
	I((s = accept4(l, &peer.any, &n, SOCK_NONBLOCK)) > 0);
	I(n == size);
	I(fcntl(s, F_GETFL));
	I(getsockname(c, &there.any, &n));
	I(memcmp(&there, &peer, n));
	I(getpeername(c, &there.any, &n));
	I(memcmp(&there, &here, n));
	I(getsockname(s, &there.any, &n));
	I(memcmp(&there, &here, n));
	I(ready(s));
	I(ioctl(s, FIONREAD, &on));
	I(on);
	I(recv(s, buffer, 3, MSG_PEEK));
	n = sizeof there;
	I(recvfrom(s, buffer, 2, 0, &there.any, &n));
	I(n);
	B(buffer, 3);
	I(recv(s, buffer, 10, 0));
	I(recv(s, buffer, 10, MSG_DONTWAIT));
	I(sendto(s, "xy", 2, 0, &here.any, size));
	I(shutdown(s, SHUT_WR));
	I(send(s, "x", 1, MSG_NOSIGNAL));
	I(ready(s));
	I(ready(c));
	I(recv(c, buffer, 10, MSG_WAITALL));
	I(recv(c, buffer, 10, 0));
	I(send(c, "more", 4, 0));
	I(ready(s));
	I(recv(s, buffer, 10, 0));
	I(shutdown(c, SHUT_RD));
	I(ready(c));
	I(close(s));
	I(ready(c));
	I(send(c, "void", 4, MSG_NOSIGNAL));
	I(close(c));
	I((c = socket(domain, SOCK_STREAM, 0)) > 0);
	I(ioctl(c, FIONBIO, &on));
	I(connect(c, &here.any, size));
	I(ready(c) & (POLLOUT | POLLERR));
	I(option(c, SOL_SOCKET, SO_ERROR));
	I(connect(c, &here.any, size));
	I(connect(c, &here.any, size));
	I((s = accept(l, NULL, NULL)) > 0);
	I(send(s, "unread", 6, 0));
	I(send(c, "read", 4, 0));
	I(recv(s, buffer, 10, 0));
	I(close(c)); /* with something unread */
	I(ready(s));
	I(recv(s, buffer, 10, 0));
	I(ready(s));
	I(recv(s, buffer, 10, 0));
	I(send(s, "x", 1, MSG_NOSIGNAL));
	I(close(s));
	I((c = socket(domain, SOCK_STREAM, 0)) > 0);
	I(connect(c, &here.any, size));
	I((s = accept(l, NULL, NULL)) > 0);
	I(close(s));
	I(recv(c, buffer, 1, 0));
	I(send(c, "void", 4, MSG_NOSIGNAL));
	I(ready(c));
	I(send(c, "void", 4, MSG_NOSIGNAL));
	I(recv(c, buffer, 1, 0));
	I(close(c));
	I((c = socket(domain, SOCK_STREAM, 0)) > 0);
	I(connect(c, &here.any, size));
	I(close(l)); /* whom nobody accepted */
	I(recv(c, buffer, 1, 0));
	I(recv(c, buffer, 1, 0));
	I(close(c));
	I((c = socket(domain, SOCK_STREAM | SOCK_NONBLOCK, 0)) > 0);
	I(connect(c, &here.any, size));
	I(ready(c));
	I(option(c, SOL_SOCKET, SO_ERROR));
	I(ready(c));
	I(option(c, SOL_SOCKET, SO_ERROR));
	I(close(c));
	I((c = socket(domain, SOCK_STREAM | SOCK_NONBLOCK, 0)) > 0);
	I(connect(c, &here.any, size));
	I(connect(c, &here.any, size));
	I(close(c));
}

static int set_bytes(int s, int level, int name, int value, int n)
{
	return setsockopt(s, level, name, &value, n);
}

static void sets(void)
{
	static const int names[][2] = {{IPPROTO_TCP, TCP_KEEPIDLE},
		{IPPROTO_TCP, TCP_KEEPINTVL}, {IPPROTO_TCP, TCP_KEEPCNT},
		{IPPROTO_TCP, TCP_USER_TIMEOUT}, {IPPROTO_TCP, TCP_SYNCNT},
		{IPPROTO_IP, IP_TTL}},
			 of_datagrams[][2] = {{IPPROTO_IP, IP_MULTICAST_TTL},
				 {IPPROTO_IP, IP_MULTICAST_LOOP},
				 {IPPROTO_IP, IP_TTL},
				 {IPPROTO_IPV6, IPV6_UNICAST_HOPS},
				 {IPPROTO_IPV6, IPV6_MULTICAST_HOPS},
				 {IPPROTO_IPV6, IPV6_MULTICAST_LOOP}},
			 value[] = {-2, -1, 0, 1, 2, 127, 128, 255, 256, 32767,
				 32768};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	int d = socket(AF_INET6, SOCK_DGRAM, 0);

	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 11; k++) {
			I(set_bytes(s, names[i][0], names[i][1], value[k], 4));
			I(option(s, names[i][0], names[i][1]));
			I(set_bytes(d, of_datagrams[i][0], of_datagrams[i][1],
				value[k], 4));
			I(option(d, of_datagrams[i][0], of_datagrams[i][1]));
		}
	I(set_bytes(s, IPPROTO_IP, IP_TTL, 7, 1));
	I(option(s, IPPROTO_IP, IP_TTL));
	I(set_bytes(s, IPPROTO_IP, IP_TTL, 7, 0));
	I(set_bytes(s, IPPROTO_TCP, TCP_KEEPCNT, 7, 1));
	close(s);
	close(d);
}

static void timeout(int s, int name, long seconds, long us, socklen_t size)
{
	struct timeval t = {seconds, us}, got = {5, 5};
	socklen_t n = sizeof got;

	I(setsockopt(s, SOL_SOCKET, name, &t, size));
	I(getsockopt(s, SOL_SOCKET, name, &got, &n));
	I(n);
	I(got.tv_sec);
	I(got.tv_usec);
}

static void shuts_udp(int connected)
{
	struct sockaddr_in here = at(0), there = at(0);
	socklen_t n = sizeof here;
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	int o = socket(AF_INET, SOCK_DGRAM, 0);

	I(bind(s, A(here), sizeof here));
	getsockname(s, A(here), &n);
	I(bind(o, A(there), sizeof there));
	getsockname(o, A(there), &n);
	if (connected)
		I(connect(s, A(there), sizeof there));
	I(connect(o, A(here), sizeof here));
	I(send(o, "before", 6, 0));
	I(shutdown(s, SHUT_RD));
	I(ready(s));
	I(recv(s, buffer, 20, 0));
	I(recv(s, buffer, 20, MSG_DONTWAIT));
	I(recv(s, buffer, 20, 0));
	I(send(o, "behind", 6, 0));
	I(ready(s));
	I(recv(s, buffer, 20, 0));
	I(sendto(s, "x", 1, 0, A(there), sizeof there));
	I(shutdown(s, SHUT_WR));
	I(ready(s));
	I(sendto(s, "x", 1, 0, A(there), sizeof there));
	I(sendto(s, "", 0, 0, A(there), sizeof there));
	I(send(s, "x", 1, MSG_NOSIGNAL));
	I(shutdown(s, 7));
	I(ready(s));
	I(recv(o, buffer, 20, 0));
	I(close(s));
	I(close(o));
}

/* Nothing comes; that is over soon. */
static void timeouts(void)
{
	struct sockaddr_un none = {AF_UNIX, "\0a listener"};
	int p[2], d[2], l = socket(AF_INET, SOCK_STREAM, 0), u, c;

	socketpair(AF_UNIX, SOCK_STREAM, 0, p);
	socketpair(AF_UNIX, SOCK_DGRAM, 0, d);
	for (int i = 0; i < 2; i++) {
		int name = i ? SO_SNDTIMEO : SO_RCVTIMEO;

		timeout(l, name, 0, 0, sizeof(struct timeval));
		timeout(l, name, 3, 500000, sizeof(struct timeval));
		timeout(l, name, 3, -1, sizeof(struct timeval));
		timeout(l, name, 3, 1000000, sizeof(struct timeval));
		timeout(l, name, 3, 0, sizeof(struct timeval) - 1);
		timeout(l, name, 0, 20000, sizeof(struct timeval));
		timeout(p[0], name, 0, 20000, sizeof(struct timeval));
		timeout(d[0], name, 0, 20000, sizeof(struct timeval));
	}
	I(recv(p[0], buffer, 5, 0));
	I(read(p[0], buffer, 5));
	I(send(p[1], "abc", 3, 0));
	I(recv(p[0], buffer, 5, MSG_WAITALL));
	I(recv(p[0], buffer, 5, MSG_WAITALL));
	I(recv(d[0], buffer, 5, 0));
	I(recv(p[0], buffer, 5, MSG_DONTWAIT));
	I(accept(l, NULL, NULL));
	I(listen(l, 1));
	I(accept(l, NULL, NULL));
	I(close(l));
	l = socket(AF_UNIX, SOCK_STREAM, 0);
	timeout(l, SO_RCVTIMEO, 0, 20000, sizeof(struct timeval));
	I(bind(l, (struct sockaddr *)&none, sizeof none));
	I(listen(l, 0));
	u = socket(AF_UNIX, SOCK_STREAM, 0);
	I(connect(u, (struct sockaddr *)&none, sizeof none));
	close(d[1]);
	d[1] = socket(AF_UNIX, SOCK_STREAM, 0);
	timeout(d[1], SO_SNDTIMEO, 0, 20000, sizeof(struct timeval));
	I(connect(d[1], (struct sockaddr *)&none, sizeof none));
	I((c = accept(l, NULL, NULL)) > 0);
	timeout(c, SO_RCVTIMEO, 7, 0, sizeof(struct timeval) - 1);
	I(close(c));
	I(close(l));
	I(close(u));
	for (int i = 0; i < 2; i++) {
		close(p[i]);
		close(d[i]);
	}
}

/* Sends to who has shut down both directions, in two steps or one. */
static void resets(int unread, int at_once)
{
	struct sockaddr_in here = at(0);
	socklen_t n = sizeof here;
	int l = socket(AF_INET, SOCK_STREAM, 0), c, s;

	I(bind(l, A(here), sizeof here));
	I(listen(l, 1));
	getsockname(l, A(here), &n);
	I((c = socket(AF_INET, SOCK_STREAM, 0)) > 0);
	I(connect(c, A(here), sizeof here));
	I((s = accept(l, NULL, NULL)) > 0);
	fcntl(c, F_SETFL, O_NONBLOCK);
	fcntl(s, F_SETFL, O_NONBLOCK);
	if (unread)
		I(send(c, "before", 6, 0));
	if (at_once) {
		I(shutdown(s, SHUT_RDWR));
	} else {
		I(shutdown(s, SHUT_RD));
		I(send(c, "between", 7, 0));
		I(shutdown(s, SHUT_WR));
	}
	I(ready(s));
	I(ready(c));
	I(send(c, "", 0, 0));
	I(ready(s));
	I(send(c, "x", 1, 0));
	I(ready(s));
	I(ready(c));
	I(getpeername(s, A(here), &n));
	I(getpeername(c, A(here), &n));
	I(shutdown(c, SHUT_WR));
	I(recv(c, buffer, 20, 0));
	I(send(c, "x", 1, 0));
	I(send(c, "x", 1, 0));
	I(recv(c, buffer, 20, 0));
	if (at_once) {
		I(send(s, "x", 1, 0));
		I(send(s, "x", 1, 0));
	}
	I(recv(s, buffer, 20, 0));
	I(recv(s, buffer, 20, 0));
	I(recv(s, buffer, 20, 0));
	I(ready(s));
	I(ready(c));
	I(option(c, SOL_SOCKET, SO_ERROR));
	I(option(s, SOL_SOCKET, SO_ERROR));
	I(close(c));
	I(close(s));
	I(close(l));
}

static void disconnects(void)
{
	struct sockaddr_in here = at(0), there;
	struct sockaddr none = {.sa_family = AF_UNSPEC};
	socklen_t n = sizeof here;
	int a = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), b, c;

	I(bind(a, A(here), sizeof here));
	getsockname(a, A(here), &n);
	I((b = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I((c = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(connect(b, A(here), n));
	I(send(b, "x", 1, 0));
	I(connect(b, &none, sizeof none));
	I(send(b, "x", 1, 0));
	I(getpeername(b, A(there), &n));
	I(getsockname(b, A(there), &n));
	I(there.sin_addr.s_addr);
	I(there.sin_port != 0); /* a new one, though nothing was sent */
	I(connect(b, &none, sizeof none));
	there = at(0);
	there.sin_addr.s_addr = 0;
	I(bind(c, A(there), sizeof there));
	I(connect(c, A(here), n));
	I(getsockname(c, A(there), &n));
	I(there.sin_addr.s_addr);
	I(connect(c, &none, sizeof none));
	I(getsockname(c, A(there), &n));
	I(there.sin_addr.s_addr);
	I(there.sin_port != 0);
	I(sendto(a, "to", 2, 0, A(there), n));
	I(recv(c, buffer, 9, 0));
	I(close(a));
	I(close(b));
	I(close(c));
}

static void udp(void)
{
	struct sockaddr_in here = at(0), there;
	socklen_t n = sizeof here;
	struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
	struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
	struct mmsghdr many[2];
	int a = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	int b = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	I(bind(a, A(here), sizeof here));
	I(getsockname(a, A(here), &n));
	I(bind(b, A(here), sizeof here));
	I(sendto(b, "hello", 5, 0, A(here), sizeof here));
	I(sendto(b, "hello", 5, 0, A(here), 3));
	I(ready(a));
	I(ioctl(a, FIONREAD, &n));
	I(n);
	n = sizeof there;
	I(recvfrom(a, buffer, 3, MSG_PEEK | MSG_TRUNC, A(there), &n));
	I(n);
	I(there.sin_addr.s_addr == here.sin_addr.s_addr);
	I(recv(a, buffer, 3, 0));
	I(recv(a, buffer, 3, 0));
	I(sendto(a, "back", 4, 0, A(there), sizeof there));
	I(recv(b, buffer, 10, 0));
	I(connect(b, A(here), sizeof here));
	I(send(b, "", 0, 0));
	I(recv(a, buffer, 3, 0));
	I(sendmsg(b, &m, 0));
	parts[0] = (struct iovec){buffer, 1};
	parts[1] = (struct iovec){buffer + 10, 2};
	m.msg_name = &there;
	m.msg_namelen = sizeof there;
	I(recvmsg(a, &m, 0));
	I(m.msg_flags);
	I(m.msg_namelen);
	I(recvmsg(a, &m, 0));
	parts[0].iov_len = parts[1].iov_len = 4;
	memset(many, 0, sizeof many);
	many[0].msg_hdr.msg_iov = parts;
	many[0].msg_hdr.msg_iovlen = 1;
	many[1] = many[0];
	I(sendmmsg(b, many, 2, 0));
	I(many[1].msg_len);
	I(recvmmsg(a, many, 2, MSG_WAITFORONE, NULL));
	I(many[1].msg_len);
	I(recvmmsg(a, many, 2, 0, NULL));
	I(close(a));
	I(send(b, "x", 1, 0));
	I(ready(b));
	I(send(b, "x", 1, 0));
	I(send(b, "x", 1, 0));
	I(option(b, SOL_SOCKET, SO_ERROR));
	I(recv(b, buffer, 1, 0));
	I(close(b));
}

static void by_name(void)
{
	struct sockaddr_un here = {.sun_family = AF_UNIX}, there;
	struct iovec part = {buffer, 4};
	struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
	socklen_t size = sizeof(sa_family_t) + 12, n = sizeof there;
	int l = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), c[3], s, d, e;

	memcpy(here.sun_path, "\0scarp test", 12);
	I((c[0] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)) > 0);
	I(connect(c[0], A(here), size));
	I(bind(l, A(here), size));
	I(bind(c[0], A(here), size));
	I(getsockname(l, A(there), &n));
	I(n);
	I(connect(c[0], A(here), size));
	I(listen(l, 0));
	I(connect(c[0], A(here), size));
	I(connect(c[0], A(here), size));
	for (int i = 1; i < 3; i++) {
		I((c[i] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)) > 0);
		I(connect(c[i], A(here), size)); /* the backlog is full */
	}
	I((d = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(connect(d, A(here), size));
	I(sendto(d, "x", 1, 0, A(here), size));
	n = sizeof there;
	I((s = accept(l, A(there), &n)) > 0);
	I(n);
	n = sizeof there;
	I(getpeername(c[0], A(there), &n));
	I(n);
	n = sizeof there;
	I(getpeername(s, A(there), &n));
	I(n);
	I(send(s, "text", 4, 0));
	I(sendto(s, "text", 4, 0, A(here), size));
	I(recvmsg(c[0], &m, MSG_CMSG_CLOEXEC));
	I(m.msg_flags);
	I(shutdown(l, SHUT_RD));
	I(accept(l, NULL, NULL));
	I(close(s));
	I(ready(c[0]));
	I(recv(c[0], buffer, 1, 0));
	I(send(c[0], "x", 1, MSG_NOSIGNAL));
	I(close(l));
	for (int i = 0; i < 3; i++)
		I(close(c[i]));
	I((e = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) > 0);
	I(bind(e, A(here), size));
	I(sendto(d, "one", 3, 0, A(here), size));
	I(connect(d, A(here), size));
	I(send(d, "two", 3, 0));
	n = sizeof there;
	I(recvfrom(e, buffer, 10, 0, A(there), &n));
	I(n);
	I(recv(e, buffer, 1, MSG_TRUNC));
	I(recv(e, buffer, 1, 0));
	I(ready(e));
	I(close(e));
	I(send(d, "x", 1, 0));
	I(close(d));
}

static void controls(void)
{
	int p[2], v = eventfd(0, 0), n = 1;

	pipe(p);
	write(p[1], "abc", 3);
	I(ioctl(900, FIONREAD, &n));
	I(ioctl(p[0], FIONREAD, &n));
	I(n);
	I(ioctl(v, FIONREAD, &n));
	n = 1;
	I(ioctl(p[0], FIONBIO, &n));
	I(fcntl(p[0], F_GETFL));
	I(ioctl(p[0], FIOCLEX));
	I(fcntl(p[0], F_GETFD));
	I(ioctl(p[0], FIONCLEX));
	I(fcntl(p[0], F_GETFD));
	close(p[0]);
	close(p[1]);
	close(v);
}

static void looked_up(
	const char *node, const char *service, int family, int type, int flags)
{
	struct addrinfo hints = {
		.ai_family = family, .ai_socktype = type, .ai_flags = flags};
	struct addrinfo *all = NULL, *a;

	I(getaddrinfo(node, service, &hints, &all));
	for (a = all; a; a = a->ai_next) {
		I(a->ai_family);
		I(a->ai_socktype);
		I(a->ai_protocol);
		I(a->ai_flags);
		I(a->ai_addrlen);
		I(a->ai_canonname == NULL);
		B(a->ai_addr, a->ai_addrlen);
	}
	if (all)
		freeaddrinfo(all);
}

static void addresses(void)
{
	char out[50] = "";

	I(inet_pton(AF_INET, "127.0.0.1", out));
	B(out, 5);
	I(inet_pton(AF_INET, "127.0.0.", out));
	I(inet_pton(AF_INET6, "::1", out));
	B(out, 16);
	I(inet_pton(99, "::1", out));
	S(inet_ntop(AF_INET6, out, out + 17, 30));
	S(inet_ntop(AF_INET, out, out + 17, 30));
	P(inet_ntop(AF_INET, out, out + 17, 3));
	P(inet_ntop(99, out, out + 17, 3));
	I(inet_aton("127.1", (struct in_addr *)out));
	I(inet_aton("127.x", (struct in_addr *)out));
	looked_up("127.0.0.1", "80", AF_UNSPEC, SOCK_STREAM, 0);
	looked_up("::1", "80", AF_UNSPEC, SOCK_STREAM, AI_NUMERICHOST);
	looked_up("127.0.0.1", NULL, AF_INET, 0, AI_NUMERICHOST);
	looked_up("localhost", "80", AF_UNSPEC, SOCK_STREAM, 0);
	looked_up("localhost", "81", AF_INET, 0, AI_PASSIVE);
	looked_up("localhost", NULL, AF_INET, SOCK_DGRAM, 0);
	looked_up("localhost", "80", AF_INET, SOCK_STREAM, AI_NUMERICHOST);
	looked_up(NULL, "8080", AF_INET, SOCK_STREAM, AI_PASSIVE);
	looked_up(NULL, "8080", AF_INET6, SOCK_DGRAM, 0);
	looked_up(NULL, "8080", AF_UNSPEC, SOCK_STREAM, AI_PASSIVE);
	looked_up(NULL, "8080", AF_UNSPEC, SOCK_STREAM, 0);
}

static void named(
	const struct sockaddr *a, int n, int host, int service, int flags)
{
	char h[60] = "", s[20] = "";

	E(getnameinfo(a, n, host ? h : NULL, host, service ? s : NULL, service,
		flags));
	B(h, 50);
	B(s, 10);
}

static void names(void)
{
	const int numbers = NI_NUMERICHOST | NI_NUMERICSERV;
	struct sockaddr_in four = at(htons(8080));
	struct sockaddr_in6 six = {.sin6_family = AF_INET6,
		.sin6_port = htons(80),
		.sin6_addr = in6addr_loopback};

	four.sin_port = htons(8080);
	named(A(four), sizeof four, 60, 20, numbers);
	named(A(four), sizeof four, 60, 20, numbers | NI_DGRAM);
	named(A(six), sizeof six, 60, 20, numbers);
	named(A(four), sizeof four, 5, 20, numbers);
	named(A(four), sizeof four, 60, 2, numbers);
	named(A(four), sizeof four, 60, 0, NI_NUMERICHOST);
	named(A(four), sizeof four, 0, 20, NI_NUMERICSERV);
	named(A(four), sizeof four, 0, 0, 0);
	named(A(four), sizeof four, 0, 0, NI_NAMEREQD);
	named(A(four), sizeof four, 60, 20, numbers | NI_NAMEREQD);
	named(A(four), sizeof four, 60, 20, numbers | 0x4000);
	named(A(four), 3, 60, 20, numbers);
	named(A(six), sizeof four, 60, 20, numbers);
	named(A(four), 1, 60, 20, numbers);
	named(NULL, sizeof four, 60, 20, numbers);
	four.sin_family = 99;
	named(A(four), sizeof four, 60, 20, numbers);
	looked_up("nobody", "80", AF_UNSPEC, SOCK_STREAM, AI_NUMERICHOST);
	looked_up(
		"127.0.0.1", "service", AF_UNSPEC, SOCK_STREAM, AI_NUMERICSERV);
	looked_up("127.0.0.x", "80", AF_INET, SOCK_STREAM, AI_NUMERICHOST);
}

/* Of loopback alone: what else there is the machine decides. */
static void interface(const struct ifaddrs *at)
{
	const struct sockaddr_in *inet = (const void *)at->ifa_addr;
	const struct sockaddr_in *mask = (const void *)at->ifa_netmask;

	I(inet->sin_family);
	I(at->ifa_flags);
	P(at->ifa_addr);
	P(at->ifa_netmask);
	P(at->ifa_dstaddr);
	P(at->ifa_data);
	if (inet->sin_family == AF_PACKET) {
		B(at->ifa_addr, 20);
		B(at->ifa_broadaddr, 20);
	} else if (inet->sin_family == AF_INET) {
		I(inet->sin_addr.s_addr);
		I(mask->sin_addr.s_addr);
		I(mask->sin_family);
		I(inet->sin_port);
	} else {
		B(at->ifa_addr, 28);
		B(at->ifa_netmask, 28);
	}
}

static void interfaces(void)
{
	struct if_nameindex *names;
	struct ifaddrs *all = NULL;
	char name[IF_NAMESIZE] = "xxxxxxxxxxxxxxx";

	I(getifaddrs(&all));
	for (struct ifaddrs *at = all; at; at = at->ifa_next)
		if (strcmp(at->ifa_name, "lo") == 0)
			interface(at);
	V(freeifaddrs(all));
	V(freeifaddrs(NULL));
	I(if_nametoindex("lo"));
	I(if_nametoindex("nothing"));
	I(if_nametoindex(""));
	I(if_nametoindex("a name that is longer than any"));
	S(if_indextoname(1, name));
	B(name, sizeof name);
	S(if_indextoname(0, name));
	S(if_indextoname(9999, name));
	P(names = if_nameindex());
	I(names[0].if_index);
	S(names[0].if_name);
	V(if_freenameindex(names));
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	epolls();
	nests();
	edges();
	timers();
	makes();
	tcp(AF_INET);
	tcp(AF_INET6);
	for (int i = 0; i < 4; i++)
		resets(i & 1, i & 2);
	sets();
	timeouts();
	shuts_udp(0);
	shuts_udp(1);
	disconnects();
	udp();
	by_name();
	controls();
	addresses();
	names();
	interfaces();
	return said_all();
}
