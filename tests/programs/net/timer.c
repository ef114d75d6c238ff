/* SPDX-License-Identifier: MIT */
/* timer: a timer among other events has run out, or has not, whenever somebody
 * asks; who waits for it alone does not wait for ever
 *
 * 1 is the timer, 2 an eventfd that another thread writes to. A wait sees the
 * first, the second, or both.
 *
 * check: --exhaustive
 * args: both
 * verdict: verified
 * states: saw=1 saw=2 saw=3
 * native: sc
 *
 * It is waited for twice, and is set again between: it is told once, or twice.
 *
 * check: --exhaustive
 * args: again
 * verdict: verified
 * states: saw=1,1 saw=1,2 saw=1,3 saw=2,1 saw=3,1
 * native: sc
 *
 * By poll.
 *
 * check: --exhaustive
 * args: poll
 * verdict: verified
 * states: saw=1 saw=2 saw=3
 * native: sc
 *
 * Read without waiting, until it has run out. It may have at once.
 *
 * check: --exhaustive
 * args: read
 * verdict: verified
 * states: early late
 * native: sc
 *
 * The second of two timers may run out while the first is waited for, and so
 * may both before anybody looks.
 *
 * check: --exhaustive
 * args: timers
 * verdict: verified
 * states: saw=1 saw=3
 * native: sc
 *
 * Nobody sets it.
 *
 * check: --exhaustive
 * args: never
 * verdict: bug deadlock
 * native: hangs it is never set
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

static int event, polls;

static void *writes(void *unused)
{
	assert(eventfd_write(event, 1) == 0);
	return NULL;
}

static void set(int f, long ms)
{
	struct itimerspec t = {.it_value.tv_nsec = ms * 1000000};

	assert(timerfd_settime(f, 0, &t, NULL) == 0);
}

static int timer(long ms)
{
	int f = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);

	set(f, ms);
	return f;
}

static void watch(int fd, int bit)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)bit};

	assert(epoll_ctl(polls, EPOLL_CTL_ADD, fd, &e) == 0);
}

static int seen(void)
{
	struct epoll_event e[2];
	int n = epoll_wait(polls, e, 2, -1), bits = 0;

	assert(n >= 1);
	for (int i = 0; i < n; i++)
		bits |= (int)e[i].data.u32;
	return bits;
}

int main(int argc, char **argv)
{
	char what = argv[argc - 1][0];
	uint64_t n;
	int f = timer(1), bits = 0;
	pthread_t t;

	event = eventfd(0, EFD_NONBLOCK);
	polls = epoll_create1(0);
	if (what == 'b' || what == 'p') {
		struct pollfd p[] = {{f, POLLIN, 0}, {event, POLLIN, 0}};

		watch(f, 1);
		watch(event, 2);
		t = start(writes, NULL);
		if (what == 'b')
			bits = seen();
		else if (poll(p, 2, -1) > 0)
			bits = (p[0].revents != 0) | (p[1].revents != 0) << 1;
		finish(t);
		printf("saw=%d\n", bits);
	} else if (what == 'a') {
		int first;

		watch(f, 1);
		watch(event, 2);
		t = start(writes, NULL);
		first = seen();
		if (first & 2)
			assert(eventfd_read(event, &n) == 0);
		if (first & 1)
			set(f, 1);
		printf("saw=%d,%d\n", first, seen());
		finish(t);
	} else if (what == 'r') {
		bool late = read(f, &n, 8) < 0;

		assert(!late || errno == EAGAIN);
		assert(fcntl(f, F_SETFL, 0) == 0);
		assert(!late || read(f, &n, 8) == 8);
		assert(n == 1);
		puts(late ? "late" : "early");
	} else if (what == 't') {
		watch(f, 1);
		watch(timer(2), 2);
		printf("saw=%d\n", seen());
	} else {
		struct itimerspec no = {{0, 0}, {0, 0}};

		assert(timerfd_settime(f, 0, &no, NULL) == 0);
		watch(f, 1);
		seen();
	}
	return 0;
}
