/* SPDX-License-Identifier: MIT */
/* connects: connections come, or are refused, as the threads come
 *
 * A connect before the other thread listens is refused, and one behind that is
 * not; with what a connect that does not wait says of it later.
 *
 * check: --exhaustive
 * args: blocking
 * verdict: verified
 * states: refused connected
 * native: sc
 *
 * check: --exhaustive
 * args: not
 * verdict: verified
 * states: refused connected
 * native: sc
 *
 * Ports that the system chooses: the two threads have different ones, and in
 * all executions the same.
 *
 * check: --exhaustive
 * args: ports
 * verdict: verified
 * distinct: 1
 * native: prints anything
 *
 * Two that want one port: one of them gets it.
 *
 * check: --exhaustive
 * args: taken
 * verdict: verified
 * states: got=1 got=2
 *
 * Who waits in accept is told when the socket is shut down; or it is before
 * that, and is told the same.
 *
 * check: --exhaustive
 * args: wakes
 * verdict: verified
 * states: woken
 *
 * The same over IPv4 to an IPv6 socket that has both.
 *
 * check: --exhaustive
 * args: six
 * verdict: verified
 * states: refused connected
 * native: sc
 *
 * A backlog of 0 has room for one: the second one to connect waits until the
 * first is taken.
 *
 * check: --exhaustive
 * args: full
 * verdict: verified
 * states: taken=2
 */
#include "test.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_in at[3];
static int listens, port[3];
static const socklen_t size = sizeof at[0];
static struct sockaddr_un name = {AF_UNIX, "\0scarp connects"};
static int result[3];

#define A(a) ((struct sockaddr *)&(a))

static void here(struct sockaddr_in *a)
{
	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
}

static int bound(struct sockaddr_in *a)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t n = size;

	here(a);
	assert(s >= 0);
	if (bind(s, A(*a), size))
		return -1;
	assert(getsockname(s, A(*a), &n) == 0);
	return s;
}

/* The same, of an IPv6 socket that has IPv4, too. */
static int bound_six(struct sockaddr_in *a)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	int s = socket(AF_INET6, SOCK_STREAM, 0);
	socklen_t n = sizeof six;

	here(a);
	assert(bind(s, A(six), sizeof six) == 0);
	assert(getsockname(s, A(six), &n) == 0);
	a->sin_port = six.sin6_port;
	return s;
}

static void *listen_now(void *unused)
{
	assert(listen(listens, 1) == 0);
	return NULL;
}

static bool connects(bool waits)
{
	int s = socket(AF_INET, SOCK_STREAM | (waits ? 0 : SOCK_NONBLOCK), 0);
	struct pollfd p = {s, POLLOUT, 0};
	int rc = connect(s, A(at[0]), size), error;
	socklen_t n = sizeof error;

	if (waits) {
		assert(rc == 0 || errno == ECONNREFUSED);
		return rc == 0;
	}
	assert(rc < 0 && errno == EINPROGRESS);
	assert(poll(&p, 1, -1) == 1 && p.revents & POLLOUT);
	assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n) == 0);
	assert(error == 0 || error == ECONNREFUSED);
	assert(!(p.revents & POLLERR) == !error);
	return error == 0;
}

static void *asks(void *arg)
{
	int i = *(int *)arg;

	port[i] = bound(&at[i]) < 0 ? 0 : ntohs(at[i].sin_port);
	return NULL;
}

static void *wants(void *arg)
{
	struct sockaddr_in a = at[0];

	result[*(int *)arg] = bound(&a) >= 0;
	return NULL;
}

static void *accepts(void *unused)
{
	assert(accept(listens, NULL, NULL) == -1);
	assert(errno == EINVAL);
	return NULL;
}

static void *comes(void *arg)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	assert(connect(s, A(name), sizeof name) == 0);
	return arg;
}

int main(int argc, char **argv)
{
	static int number[] = {0, 1, 2};
	const char *what = argv[argc - 1];
	void *(*body)(void *) = asks;
	pthread_t t, u;

	switch (what[0]) {
	case 'b':
	case 'n':
	case 's':
		listens = what[0] == 's' ? bound_six(&at[0]) : bound(&at[0]);
		t = start(listen_now, NULL);
		puts(connects(what[0] != 'n') ? "connected" : "refused");
		finish(t);
		return 0;
	case 'w':
		listens = bound(&at[0]);
		assert(listen(listens, 1) == 0);
		t = start(accepts, NULL);
		assert(shutdown(listens, SHUT_RD) == 0);
		finish(t);
		puts("woken");
		return 0;
	case 'f':
		listens = socket(AF_UNIX, SOCK_STREAM, 0);
		assert(bind(listens, A(name), sizeof name) == 0);
		assert(listen(listens, 0) == 0);
		body = comes;
		break;
	case 't':
		close(bound(&at[0])); /* a port that is free */
		body = wants;
		break;
	default:
		break;
	}
	t = start(body, &number[1]);
	u = start(body, &number[2]);
	if (what[0] == 'f')
		for (int i = 0; i < 2; i++)
			result[0] += accept(listens, NULL, NULL) >= 0;
	finish(t);
	finish(u);
	if (what[0] == 'f') {
		printf("taken=%d\n", result[0]);
	} else if (what[0] == 't') {
		assert(result[1] + result[2] == 1);
		printf("got=%d\n", result[1] ? 1 : 2);
	} else {
		assert(port[1] && port[2] && port[1] != port[2]);
		printf("%d,%d\n", port[1], port[2]);
	}
	return 0;
}
