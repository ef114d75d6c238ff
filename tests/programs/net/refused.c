/* SPDX-License-Identifier: MIT */
/* refused: what would leave the machine or the test, or is not modelled, ends
 * the run with its name
 *
 * verdict: error
 *
 * check: --exhaustive
 * args: away
 * says: an address that is not loopback
 *
 * check: --exhaustive
 * args: bind
 * says: bind to an address that is not loopback
 *
 * check: --exhaustive
 * args: rights
 * says: ancillary data other than SCM_RIGHTS
 *
 * check: --exhaustive
 * args: ip
 * says: ancillary data over IP
 *
 * check: --exhaustive
 * args: timeout
 * says: SO_SNDTIMEO with a negative time
 *
 * check: --exhaustive
 * args: option
 * says: setsockopt of option 46 of level 1
 *
 * check: --exhaustive
 * args: exclusive
 * says: EPOLLEXCLUSIVE of one file in two epolls
 *
 * check: --exhaustive
 * args: stream
 * says: epoll_ctl of a standard stream
 *
 * check: --exhaustive
 * args: netlink
 * says: a socket that is neither
 *
 * check: --exhaustive
 * args: mapped
 * says: connect of an IPv6 socket to an address of IPv4
 */
#include "test.h"

#include <arpa/inet.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static int s, p[2];

static void to(const char *address, bool binds)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};

	at.sin_addr.s_addr = inet_addr(address);
	if (binds)
		bind(s, (struct sockaddr *)&at, sizeof at);
	else
		sendto(s, "x", 1, MSG_DONTWAIT, (struct sockaddr *)&at,
			sizeof at);
}

static void rights(int over, int type)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(struct ucred))];
	} control = {{CMSG_LEN(sizeof(struct ucred)), SOL_SOCKET, type}};
	struct iovec part = {"x", 1};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};

	sendmsg(over, &m, 0);
}

static void exclusive(void)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLEXCLUSIVE};

	for (int i = 0; i < 2; i++)
		epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, p[0], &e);
}

static void mapped(void)
{
	struct sockaddr_in6 at = {
		.sin6_family = AF_INET6, .sin6_port = htons(9)};

	inet_pton(AF_INET6, "::ffff:127.0.0.1", &at.sin6_addr);
	connect(socket(AF_INET6, SOCK_STREAM, 0), (struct sockaddr *)&at,
		sizeof at);
}

int main(int argc, char **argv)
{
	struct timeval soon = {-1, 0};
	struct epoll_event e = {.events = EPOLLIN};
	const char *what = argv[argc - 1];

	s = socket(AF_INET, SOCK_DGRAM, 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0);
	switch (what[0]) {
	case 'a':
		to("192.0.2.1", false);
		break;
	case 'b':
		to("192.0.2.1", true);
		break;
	case 'r':
		rights(p[1], SCM_CREDENTIALS);
		break;
	case 'i':
		rights(s, SCM_RIGHTS);
		break;
	case 't':
		setsockopt(p[0], SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon);
		break;
	case 'o':
		setsockopt(p[0], SOL_SOCKET, SO_BUSY_POLL, &s, sizeof s);
		break;
	case 'e':
		exclusive();
		break;
	case 's':
		epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, 0, &e);
		break;
	case 'n':
		socket(AF_NETLINK, SOCK_RAW, 0);
		break;
	default:
		mapped();
	}
	return 0;
}
