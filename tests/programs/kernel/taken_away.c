/* SPDX-License-Identifier: MIT */
/* taken_away: what a thread waits for in poll or epoll_wait comes, and is taken
 * by another one; where that one was first the thread waits until the process
 * ends, in the other order it comes back
 *
 * verdict: verified
 * states: woken end
 *
 * check: --exhaustive
 * args: event
 *
 * check: --exhaustive --reduce source
 * args: event
 *
 * check: --exhaustive --reduce none
 * args: event
 *
 * check: --exhaustive
 * args: room
 *
 * check: --exhaustive --reduce none
 * args: room
 */
#include "test.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static char page[65536], other[65536];
static int polls, event, ends[2];
static const uint64_t one = 1;
static atomic_int woken;
static bool room;

static void *waits(void *unused)
{
	struct pollfd p = {.fd = ends[1], .events = POLLOUT};
	struct epoll_event e;

	if (room)
		poll(&p, 1, -1);
	else
		epoll_wait(polls, &e, 1, -1);
	woken = 1;
	return unused;
}

static void *gives(void *unused)
{
	if (room)
		assert(read(ends[0], other, sizeof other) == sizeof other);
	else
		assert(write(event, &one, sizeof one) == sizeof one);
	return unused;
}

int main(int argc, char **argv)
{
	struct epoll_event e = {.events = EPOLLIN};
	uint64_t value;
	pthread_t t;

	room = argv[argc - 1][0] == 'r';
	polls = epoll_create1(0);
	event = eventfd(0, 0);
	assert(epoll_ctl(polls, EPOLL_CTL_ADD, event, &e) == 0);
	assert(pipe(ends) == 0);
	if (room)
		assert(write(ends[1], page, sizeof page) == sizeof page);
	start(waits, NULL);
	t = start(gives, NULL);
	if (room)
		assert(write(ends[1], page, sizeof page) == sizeof page);
	else
		assert(read(event, &value, sizeof value) == sizeof value);
	finish(t);
	printf("%s\n", woken ? "woken" : "end");
	return 0;
}
