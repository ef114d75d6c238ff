/* SPDX-License-Identifier: MIT */
/* select: which of pipes, sockets and events are ready; waits like poll
 *
 * check: --exhaustive
 * args: looks
 * verdict: verified
 * native: sc
 *
 * check: --exhaustive
 * args: waits
 * verdict: verified
 * states: 1
 * native: sc
 *
 * check: --exhaustive
 * args: timed
 * verdict: verified
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive
 * args: never
 * verdict: bug deadlock
 * native: hangs
 *
 * (the end of a socket is nothing that the third set is about)
 * check: --exhaustive
 * args: end
 * verdict: bug deadlock
 * native: hangs
 *
 * check: --exhaustive
 * args: closed
 * verdict: partial
 * holes: closed_beside
 * native: hangs
 *
 * check: --exhaustive
 * args: polled
 * verdict: partial
 * holes: closed_beside
 * native: hangs
 */
#include "test.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>

static int ends[2];
static fd_set in, out, other;
static struct timeval soon = {0, 1000};

static int ask(int n, struct timeval *timeout)
{
	return select(n, &in, &out, &other, timeout);
}

static void *writes(void *arg)
{
	assert(write(ends[1], "x", 1) == 1);
	return arg;
}

static void *closes(void *arg)
{
	close(ends[0]);
	return arg;
}

static void none(void)
{
	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_ZERO(&other);
}

static void looks(void)
{
	struct timeval now = {0, 0}, wrong = {-1, 0}, ever = {INT64_MAX, 0};
	struct timeval carries = {1, 3000000};
	struct timespec begun = {0, 0};
	int s[2], e = eventfd(0, 0);

	assert(e >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	none();
	FD_SET(ends[0], &in);
	FD_SET(ends[1], &out);
	FD_SET(e, &in);
	FD_SET(s[0], &in);
	FD_SET(s[0], &other);
	assert(ask(64, &now) == 1 && FD_ISSET(ends[1], &out));
	assert(!FD_ISSET(ends[0], &in) && !FD_ISSET(e, &in));
	writes(NULL);
	assert(eventfd_write(e, 3) == 0 && write(s[1], "ab", 2) == 2);
	none();
	FD_SET(ends[0], &in);
	FD_SET(e, &in);
	FD_SET(e, &out);
	FD_SET(s[0], &in);
	assert(ask(64, &now) == 4 && FD_ISSET(ends[0], &in));
	assert(FD_ISSET(e, &in) && FD_ISSET(e, &out) && FD_ISSET(s[0], &in));
	none();
	FD_SET(s[0], &in);
	assert(ask(s[0], &now) == 0); /* one less */
	FD_SET(s[0], &in);
	assert(pselect(64, &in, NULL, NULL, &begun, NULL) == 1);
	assert(ask(64, &wrong) == -1 && errno == EINVAL);
	assert(ask(-1, &now) == -1 && errno == EINVAL);
	assert(ask(-1, &carries) == -1 && carries.tv_sec >= 3);
	close(s[1]);
	none();
	FD_SET(s[0], &other);
	assert(ask(64, &now) == 0); /* its end is no exception */
	none();
	FD_SET(63, &in);
	assert(ask(64, &now) == -1 && errno == EBADF);
	assert(ask(63, &now) == 0);
	none();
	FD_SET(ends[0], &in);
	assert(ask(64, &soon) == 1 && soon.tv_usec <= 1000);
	assert(ask(64, &ever) == 1);
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];
	struct pollfd p;
	pthread_t t;
	int n;

	assert(pipe(ends) == 0);
	p = (struct pollfd){ends[0], POLLIN, 0};
	if (strcmp(what, "looks") == 0) {
		looks();
		return 0;
	}
	none();
	if (strcmp(what, "end") == 0) {
		assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
		close(ends[1]);
		FD_SET(ends[0], &other);
		return ask(64, NULL);
	}
	FD_SET(ends[0], &in);
	if (strcmp(what, "never") == 0)
		return ask(64, NULL);
	t = start(strcmp(what, "closed") && strcmp(what, "polled") ? writes
								   : closes,
		NULL);
	if (strcmp(what, "polled") == 0)
		n = poll(&p, 1, -1);
	else
		n = ask(64, strcmp(what, "timed") ? NULL : &soon);
	printf("%d\n", n);
	assert(n <= 0 || !strcmp(what, "polled") || FD_ISSET(ends[0], &in));
	finish(t);
	return 0;
}
