/* SPDX-License-Identifier: MIT */
/* socket_room: how much a socket holds is the system's to say
 *
 * check: --exhaustive
 * flags: -DN=20000 -DTIMES=1
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DN=1 -DTIMES=100
 * verdict: partial
 * holes: socket_room
 *
 * check: --exhaustive
 * flags: -DN=60000 -DTIMES=1
 * verdict: partial
 * holes: socket_room
 *
 * Of Unix's datagrams 11 fit (net.unix.max_dgram_qlen, and one), unless they
 * come from itself or from whom it is connected to.  Printed: how many it takes
 * of its own, and of another; what poll says to that one before and after one
 * is read, and how many he sends then; and how many come from its peer.  By
 * Linux's own setting: systemd has another one, so no system is asked.
 *
 * check: --exhaustive
 * flags: -DNAMED
 * verdict: partial
 * holes: socket_room
 * states: 20,11,0,4,1,20
 *
 * check: --exhaustive
 * flags: -DPAIR
 * verdict: verified
 * states: 20
 * native: sc
 */
#include "test.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef N
#define N 1
#define TIMES 0
#endif

static char bytes[N];

#if defined NAMED || defined PAIR
static int sent(int from, const struct sockaddr_un *to)
{
	int n = 0;

	while (n < 20 &&
		sendto(from, "x", 1, MSG_DONTWAIT, (const struct sockaddr *)to,
			to ? sizeof *to : 0) == 1)
		n++;
	assert(n == 20 || errno == EAGAIN);
	return n;
}
#endif

#ifdef NAMED
static int bound(struct sockaddr_un *at, int n)
{
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);

	at->sun_family = AF_UNIX;
	snprintf(at->sun_path + 1, 30, "room%d,%d", n, (int)getpid());
	assert(bind(s, (struct sockaddr *)at, sizeof *at) == 0);
	return s;
}

static int ready(int fd)
{
	struct pollfd p = {fd, POLLOUT, 0};

	poll(&p, 1, 0);
	return p.revents;
}

static void named(void)
{
	struct sockaddr_un at = {0}, peer = {0};
	int to = bound(&at, 1), s = socket(AF_UNIX, SOCK_DGRAM, 0);
	int friend = bound(&peer, 2);
	char c;

	assert(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
	printf("%d,", sent(to, &at)); /* to itself */
	for (int i = 0; i < 20; i++)
		assert(recv(to, &c, 1, 0) == 1);
	printf("%d,", sent(s, &at));
	printf("%d,", ready(s));
	assert(recv(to, &c, 1, 0) == 1);
	printf("%d,", ready(s));
	printf("%d,", sent(s, NULL));
	assert(connect(to, (struct sockaddr *)&peer, sizeof peer) == 0);
	printf("%d\n", sent(friend, &at));
}
#endif

int main(void)
{
	int p[2];

#ifdef NAMED
	named();
#endif
#ifdef PAIR
	assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0);
	printf("%d\n", sent(p[0], NULL));
#endif

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0);
	for (int i = 0; i < TIMES; i++)
		assert(write(p[0], bytes, N) == N);
	return 0;
}
