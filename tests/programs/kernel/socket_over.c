/* SPDX-License-Identifier: MIT */
/* socket_over: a connection over TCP of which both directions are shut is none
 * any more, for both ends, in whichever order and though something is unread
 *
 * Printed of each end: the error of getpeername and of shutdown; then of one
 * that is half shut.
 *
 * check: --exhaustive
 * verdict: verified
 * scope: loopback
 * states: 107,107;107,107;107,107;107,107;0,0;107,107
 * native: sc
 */
#include "test.h"

#include <netinet/in.h>
#include <sys/socket.h>

static void connection(int ends[2])
{
	struct sockaddr_in at = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr *any = (struct sockaddr *)&at;
	socklen_t n = sizeof at;
	int l = socket(AF_INET, SOCK_STREAM, 0);

	assert(bind(l, any, n) == 0 && listen(l, 1) == 0);
	assert(getsockname(l, any, &n) == 0);
	ends[0] = socket(AF_INET, SOCK_STREAM, 0);
	assert(connect(ends[0], any, n) == 0);
	ends[1] = accept(l, NULL, NULL);
	close(l);
}

static void say(int fd)
{
	struct sockaddr_in at;
	socklen_t n = sizeof at;
	int named = getpeername(fd, (struct sockaddr *)&at, &n) ? errno : 0;
	int shut = shutdown(fd, SHUT_RD) ? errno : 0;

	printf("%d,%d;", named, shut);
}

int main(void)
{
	int p[2], q[2], r[2];

	connection(p);
	assert(shutdown(p[0], SHUT_WR) == 0);
	assert(shutdown(p[1], SHUT_RDWR) == 0);
	say(p[0]);
	say(p[1]);
	connection(q);
	assert(write(q[1], "a", 1) == 1);
	assert(shutdown(q[1], SHUT_WR) == 0);
	assert(shutdown(q[0], SHUT_WR) == 0);
	say(q[0]);
	say(q[1]);
	connection(r);
	assert(shutdown(r[0], SHUT_WR) == 0);
	say(r[0]);
	close(r[1]);
	printf("%d,%d\n", getpeername(r[0], NULL, NULL) ? errno : 0,
		shutdown(r[0], SHUT_WR) ? errno : 0);
	return 0;
}
