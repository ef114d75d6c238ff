/* SPDX-License-Identifier: MIT */
/* timeouts: SO_RCVTIMEO and SO_SNDTIMEO end calls that wait, at any moment at
 * which what they wait for is not there; time is virtual, and has passed then
 *
 * What main gives comes before the call looks, or the call is over before: two
 * traces each.  Of two bytes, all of which are waited for, none, one or both
 * are there; both are read at once, or one after the other: four.
 *
 * check: --exhaustive
 * args: recv
 * verdict: verified
 * states: got late
 * last_round: 2
 *
 * check: --exhaustive
 * args: all
 * verdict: verified
 * states: got part late
 * last_round: 4
 *
 * check: --exhaustive
 * args: udp
 * verdict: verified
 * states: got late
 * last_round: 2
 *
 * check: --exhaustive
 * args: accept
 * verdict: verified
 * states: got late
 * last_round: 2
 *
 * check: --exhaustive
 * args: handler
 * verdict: verified
 * states: EINTR late
 *
 * check: --exhaustive
 * args: send
 * verdict: partial
 * holes: socket_room
 * states: got late
 */
#define _GNU_SOURCE
#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int p[2];
static struct sockaddr_in at = {.sin_family = AF_INET};
static const char *what;
static char much[70000];

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void late_after(int64_t begin)
{
	assert(errno == EAGAIN);
	assert(now() - begin >= 100000000);
	what = "late";
}

static void limit(int s, int which)
{
	struct timeval t = {0, 100000};

	assert(setsockopt(s, SOL_SOCKET, which, &t, sizeof t) == 0);
}

static void *receives(void *flags)
{
	char buffer[3];
	int64_t begin = now();
	ssize_t n = recv(p[0], buffer, 2, (int)(intptr_t)flags);

	if (n < 0)
		late_after(begin);
	else
		what = n == 1 ? "part" : "got";
	return NULL;
}

static void *accepts(void *unused)
{
	int64_t begin = now();
	int s = accept(p[0], NULL, NULL);

	if (s < 0)
		late_after(begin);
	else
		what = "got";
	return unused;
}

static void *sends(void *unused)
{
	int64_t begin = now();

	if (send(p[1], "x", 1, 0) < 0)
		late_after(begin);
	else
		what = "got";
	return unused;
}

static void nothing(int number)
{
	(void)number;
}

/* Behind a handler it does not begin again, whatever SA_RESTART says. */
static void *interrupted(void *unused)
{
	char c;

	assert(recv(p[0], &c, 1, 0) == -1);
	assert(errno == EINTR || errno == EAGAIN);
	what = errno == EINTR ? "EINTR" : "late";
	return unused;
}

static void over_udp(void)
{
	socklen_t n = sizeof at;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	p[0] = socket(AF_INET, SOCK_DGRAM, 0);
	p[1] = socket(AF_INET, SOCK_DGRAM, 0);
	assert(bind(p[0], (struct sockaddr *)&at, sizeof at) == 0);
	assert(getsockname(p[0], (struct sockaddr *)&at, &n) == 0);
	assert(connect(p[1], (struct sockaddr *)&at, sizeof at) == 0);
}

static void listens(void)
{
	struct sockaddr_un name = {AF_UNIX, "\0timeouts"};

	p[0] = socket(AF_UNIX, SOCK_STREAM, 0);
	p[1] = socket(AF_UNIX, SOCK_STREAM, 0);
	assert(bind(p[0], (struct sockaddr *)&name, sizeof name) == 0);
	assert(listen(p[0], 1) == 0);
	limit(p[0], SO_RCVTIMEO);
}

int main(int argc, char **argv)
{
	char which = argv[argc - 1][0];
	struct sigaction a = {.sa_handler = nothing, .sa_flags = SA_RESTART};
	struct sockaddr_un name = {AF_UNIX, "\0timeouts"};
	pthread_t t;

	if (which == 'u')
		over_udp();
	else if (argv[argc - 1][1] == 'c')
		listens();
	else
		assert(socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0);
	limit(p[0], SO_RCVTIMEO);
	if (which == 's')
		limit(p[1], SO_SNDTIMEO);
	switch (argv[argc - 1][1]) {
	case 'e': /* recv, send */
		if (which == 's') {
			assert(send(p[1], much, sizeof much, MSG_DONTWAIT) > 0);
			while (send(p[1], much, 1, MSG_DONTWAIT) > 0)
				;
			t = start(sends, NULL);
			assert(recv(p[0], much, sizeof much, 0) > 0);
			break;
		}
		/* fall through */
	case 'd':
		t = start(receives, NULL);
		assert(send(p[1], "xy", 2, 0) == 2);
		break;
	case 'l':
		t = start(receives, (void *)(intptr_t)MSG_WAITALL);
		assert(send(p[1], "x", 1, 0) == 1);
		assert(send(p[1], "y", 1, 0) == 1);
		break;
	case 'c':
		t = start(accepts, NULL);
		assert(connect(p[1], (struct sockaddr *)&name, sizeof name) ==
			0);
		break;
	default:
		sigaction(SIGUSR1, &a, NULL);
		t = start(interrupted, NULL);
		assert(pthread_kill(t, SIGUSR1) == 0);
	}
	finish(t);
	puts(what);
	return 0;
}
