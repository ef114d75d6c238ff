/* SPDX-License-Identifier: MIT */
/* socket_ends: who closes a socket with something unread resets the connection,
 * which its peer is told once; poll tells which half is gone
 *
 * Of packets, before what came earlier, and who sends as well.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 201d,2,-104,0;4,2005;e,0;201d,-104,2,0;-104,-32
 * native: sc
 */
#include "test.h"

#include <poll.h>
#include <sys/socket.h>

static int ready(int fd)
{
	struct pollfd p = {fd, POLLIN | POLLOUT | POLLRDHUP, 0};

	poll(&p, 1, 0);
	return p.revents;
}

static long got(int fd)
{
	char bytes[8];
	ssize_t n = read(fd, bytes, sizeof bytes);

	return n < 0 ? -errno : (long)n;
}

static long put(int fd)
{
	ssize_t n = send(fd, "x", 1, MSG_NOSIGNAL);

	return n < 0 ? -errno : (long)n;
}

static void packets(int s[2])
{
	assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s) == 0);
	assert(write(s[0], "abc", 3) == 3 && write(s[1], "de", 2) == 2);
	close(s[1]);
}

int main(void)
{
	int p[2], q[2], r[2], s[2];

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0 &&
		socketpair(AF_UNIX, SOCK_STREAM, 0, q) == 0 &&
		socketpair(AF_UNIX, SOCK_STREAM, 0, r) == 0);
	assert(write(p[0], "abc", 3) == 3 && write(p[1], "de", 2) == 2);
	close(p[1]);
	printf("%x,", ready(p[0]));
	printf("%ld,", got(p[0]));
	printf("%ld,", got(p[0]));
	printf("%ld;", got(p[0]));
	shutdown(q[0], SHUT_WR);
	printf("%x,%x;", ready(q[0]), ready(q[1]));
	close(r[1]);
	printf("e,%ld;", got(r[0]));
	packets(s);
	printf("%x,", ready(s[0]));
	printf("%ld,", got(s[0]));
	printf("%ld,", got(s[0]));
	printf("%ld;", got(s[0]));
	packets(s);
	printf("%ld,", put(s[0]));
	printf("%ld\n", put(s[0]));
	return 0;
}
