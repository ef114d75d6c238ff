/* SPDX-License-Identifier: MIT */
/* tries: who is refused tries again until somebody listens
 *
 * A connect that finds nobody leaves all as it was, so a turn of the loop is
 * one without effect: the thread waits until somebody listens.  The search
 * comes to an end, and the port that the client gets in the end is the first
 * one of its thread (32 each, from 32768 on), however often it tried before.
 *
 * check: --exhaustive
 * verdict: verified
 * states: at_once=0,port=32800 at_once=1,port=32800
 * native: prints anything
 *
 * The same with a sleep in each turn, as real clients do.
 *
 * check: --exhaustive
 * args: sleeps
 * verdict: verified
 * states: at_once=0,port=32800 at_once=1,port=32800
 * native: prints anything
 *
 * And where a try that did not wait has left the socket its port: the first
 * one that waits, and is refused, gives it back.
 *
 * check: --exhaustive
 * args: left
 * verdict: verified
 * states: at_once=0,port=32801 at_once=1,port=32800
 * native: prints anything
 */
#include "test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

static struct sockaddr_in server;
static const socklen_t size = sizeof server;
static bool sleeps, left;

/* At a port where nobody is. */
static void try_without_waiting(int s)
{
	struct sockaddr_in nobody = server;
	struct pollfd p = {s, POLLOUT, 0};
	socklen_t n = sizeof(int);
	int error;

	nobody.sin_port = htons(1);
	assert(fcntl(s, F_SETFL, O_NONBLOCK) == 0);
	assert(connect(s, (void *)&nobody, size) < 0 && errno == EINPROGRESS);
	assert(poll(&p, 1, -1) == 1);
	assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n) == 0);
	assert(error == ECONNREFUSED);
	assert(connect(s, (void *)&nobody, size) < 0);
	assert(fcntl(s, F_SETFL, 0) == 0);
}

static void *client(void *unused)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in own;
	socklen_t n = sizeof own;
	bool at_once = true;

	if (left)
		try_without_waiting(s);
	while (connect(s, (void *)&server, size)) {
		assert(errno == ECONNREFUSED);
		at_once = false;
		if (sleeps)
			usleep(1000);
	}
	assert(getsockname(s, (void *)&own, &n) == 0);
	printf("at_once=%d,port=%d\n", at_once, ntohs(own.sin_port));
	assert(close(s) == 0);
	return unused;
}

int main(int argc, char **argv)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t n = size;
	pthread_t t;

	sleeps = argc > 1 && strcmp(argv[1], "sleeps") == 0;
	left = argc > 1 && strcmp(argv[1], "left") == 0;
	server.sin_family = AF_INET;
	server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(bind(s, (void *)&server, size) == 0);
	assert(getsockname(s, (void *)&server, &n) == 0);
	t = start(client, NULL);
	assert(listen(s, 1) == 0);
	assert(close(accept(s, NULL, NULL)) == 0);
	finish(t);
	assert(close(s) == 0);
	return 0;
}
