/* SPDX-License-Identifier: MIT */
/* told: what was done before something was sent is known to who got it, or was
 * told by an epoll that it is there, or accepted the connection
 *
 * check: --exhaustive
 * args: waits
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: accepts
 * verdict: verified
 * races: none
 *
 * Two halves that are sent one by one are received as one.
 *
 * check: --exhaustive
 * args: halves
 * verdict: verified
 * states: 4
 * races: none
 *
 * Without waiting for it: a read beside it is a race.
 *
 * check: --exhaustive
 * args: looks
 * verdict: verified
 * races: some
 * native: prints anything
 */
#include "test.h"

#include <arpa/inet.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static struct sockaddr_in at;
static int ends[2], value;

static void *sends(void *arg)
{
	value = 1;
	assert(send(ends[1], "ab", 2, 0) == 2);
	if (arg)
		assert(send(ends[1], "cd", 2, 0) == 2);
	return NULL;
}

static void *connects(void *unused)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);

	value = 1;
	assert(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
	return NULL;
}

int main(int argc, char **argv)
{
	char what = argv[argc - 1][0], text[4];
	socklen_t n = sizeof at;
	int polls = epoll_create1(0), listens;
	struct epoll_event e = {.events = EPOLLIN};
	pthread_t t;

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	if (what == 'a') {
		listens = socket(AF_INET, SOCK_STREAM, 0);
		at.sin_family = AF_INET;
		at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		assert(bind(listens, (struct sockaddr *)&at, n) == 0);
		assert(getsockname(listens, (struct sockaddr *)&at, &n) == 0);
		assert(listen(listens, 1) == 0);
		t = start(connects, NULL);
		assert(accept(listens, NULL, NULL) >= 0);
		assert(value == 1);
		finish(t);
		return 0;
	}
	assert(epoll_ctl(polls, EPOLL_CTL_ADD, ends[0], &e) == 0);
	t = start(sends, what == 'h' ? ends : NULL);
	if (what == 'w') {
		assert(epoll_wait(polls, &e, 1, -1) == 1);
		assert(value == 1);
	} else if (what == 'h') {
		printf("%zd\n", recv(ends[0], text, 4, MSG_WAITALL));
		assert(memcmp(text, "abcd", 4) == 0);
	} else if (epoll_wait(polls, &e, 1, 0) == 0) {
		printf("%d\n", value);
	}
	finish(t);
	return 0;
}
