/* SPDX-License-Identifier: MIT */
/* tries_anew: who is refused closes his socket, and tries again with another
 *
 * A turn that opened a socket, was refused, and closed it has left the table of
 * descriptors as it was: it is one without effect, and the thread waits until
 * somebody listens.
 *
 * check: --exhaustive --max-steps 200
 * verdict: verified
 * states: at_once=0 at_once=1
 * native: prints anything
 *
 * The same with a sleep in each turn, as real clients do.
 *
 * check: --exhaustive --max-steps 200
 * args: sleeps
 * verdict: verified
 * states: at_once=0 at_once=1
 * native: prints anything
 *
 * Nobody listens, and another thread copies a descriptor before it says
 * that it is enough.  By hand: it has 4, the lowest free number, or 5 in the
 * middle of a turn, which it has seen so: what the turn did was no secret.
 *
 * check: --exhaustive --max-steps 200
 * args: beside
 * verdict: verified
 * states: number=4 number=5
 * native: prints anything
 *
 * So has a thread that asks whether 4 is open.
 *
 * check: --exhaustive --max-steps 200
 * args: asked
 * verdict: verified
 * states: open=0 open=1
 * native: prints anything
 *
 * The same, by poll: it finds a socket, or no descriptor.
 *
 * check: --exhaustive --max-steps 200
 * args: polled
 * verdict: verified
 * states: open=0 open=1
 * native: prints anything
 *
 * Nobody ever listens: for ever the same.
 *
 * check: --exhaustive --max-steps 200
 * args: nobody
 * verdict: bug livelock
 * native: hangs nobody listens
 */
#include "test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/socket.h>

static struct sockaddr_in server;
static const socklen_t size = sizeof server;
static bool sleeps, again; /* it was refused before */
static atomic_int stop, turns;

static void *client(void *unused)
{
	bool at_once = !again;
	int s;

	if (again) /* so that the first turn here is like any other */
		errno = ECONNREFUSED;
	for (;;) {
		if (atomic_load(&stop))
			break;
		s = socket(AF_INET, SOCK_STREAM, 0);
		assert(s >= 0);
		if (connect(s, (void *)&server, size) == 0) {
			printf("at_once=%d\n", at_once);
			assert(close(s) == 0);
			break;
		}
		assert(errno == ECONNREFUSED);
		assert(close(s) == 0);
		at_once = false;
		if (sleeps)
			usleep(1000);
		if (again && atomic_load(&turns) < 2)
			atomic_fetch_add(&turns, 1);
	}
	return unused;
}

/* Until the client's turns are all alike. */
static void wait(void)
{
	while (atomic_load(&turns) < 2)
		sched_yield();
}

static void *other(void *unused)
{
	wait();
	int number = dup(STDIN_FILENO);

	assert(number >= 0);
	printf("number=%d\n", number);
	assert(close(number) == 0);
	atomic_store(&stop, 1);
	return unused;
}

static void *ask(void *unused)
{
	wait();
	printf("open=%d\n", fcntl(4, F_GETFL) != -1);
	atomic_store(&stop, 1);
	return unused;
}

static void *poll_it(void *unused)
{
	struct pollfd p = {4, POLLIN, 0};

	wait();
	poll(&p, 1, 0);
	printf("open=%d\n", !(p.revents & POLLNVAL));
	atomic_store(&stop, 1);
	return unused;
}

int main(int argc, char **argv)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t n = size;
	pthread_t t, u;

	sleeps = argc > 1 && strcmp(argv[1], "sleeps") == 0;
	again = argc > 1 && (strcmp(argv[1], "beside") == 0 ||
				    strcmp(argv[1], "asked") == 0 ||
				    strcmp(argv[1], "polled") == 0);
	server.sin_family = AF_INET;
	server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(bind(s, (void *)&server, size) == 0);
	assert(getsockname(s, (void *)&server, &n) == 0);
	t = start(client, NULL);
	if (again) {
		u = start(argv[1][0] == 'b'   ? other
			  : argv[1][0] == 'a' ? ask
					      : poll_it,
			NULL);
		finish(t);
		finish(u);
	} else if (argc > 1 && strcmp(argv[1], "nobody") == 0) {
		finish(t);
	} else {
		assert(listen(s, 1) == 0);
		assert(close(accept(s, NULL, NULL)) == 0);
		finish(t);
	}
	assert(close(s) == 0);
	return 0;
}
