/* SPDX-License-Identifier: MIT */
/* epoll_awaited: who asks an epoll again and again, without waiting, goes on
 * when something is ready
 *
 * The byte is there before the first look, or behind one or more.
 *
 * check: --exhaustive
 * verdict: verified
 * states: looked=0 looked=1
 * native: prints anything
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: looked=0 looked=1
 * native: prints anything
 *
 * check: --exhaustive --turns all
 * verdict: verified
 * states: looked=0 looked=1
 * native: prints anything
 */
#include "test.h"

#include <sys/epoll.h>

static int epoll;

static void *look(void *unused)
{
	struct epoll_event e;
	bool looked = false;

	while (epoll_wait(epoll, &e, 1, 0) == 0)
		looked = true;
	assert(e.events == EPOLLIN);
	printf("looked=%d\n", looked);
	return unused;
}

int main(void)
{
	struct epoll_event e = {.events = EPOLLIN};
	pthread_t t;
	int p[2];

	epoll = epoll_create1(0);
	assert(epoll >= 0 && pipe(p) == 0);
	assert(epoll_ctl(epoll, EPOLL_CTL_ADD, p[0], &e) == 0);
	t = start(look, NULL);
	assert(write(p[1], "x", 1) == 1);
	finish(t);
	return 0;
}
