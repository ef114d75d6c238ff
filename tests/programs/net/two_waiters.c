/* SPDX-License-Identifier: MIT */
/* two_waiters: an edge wakes one of two threads that wait for one epoll, a
 * level both; whichever comes first
 *
 * What is written by main is taken by one of two, whose number is told. The
 * other one is woken by a second write.
 *
 * check: --exhaustive
 * flags: -DHOW=EPOLLET
 * verdict: verified
 * states: first=1 first=2
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=EPOLLET -DONCE
 * verdict: bug deadlock
 * native: hangs one waits for ever
 *
 * check: --exhaustive
 * flags: -DHOW=0 -DONCE
 * verdict: verified
 * states: first=1 first=2
 * native: sc
 *
 * check: --exhaustive
 * flags: -DHOW=EPOLLONESHOT -DONCE
 * verdict: bug deadlock
 * native: hangs one waits for ever
 */
#include "test.h"

#include <sys/epoll.h>

static int polls;
static atomic_int first;

static void *waits(void *arg)
{
	struct epoll_event e;
	int none = 0;

	assert(epoll_wait(polls, &e, 1, -1) == 1);
	atomic_compare_exchange_strong(&first, &none, *(int *)arg);
	return NULL;
}

int main(void)
{
	static int numbers[] = {1, 2};
	struct epoll_event e = {.events = EPOLLIN | HOW};
	int p[2];
	pthread_t t, u;

	polls = epoll_create1(0);
	assert(pipe(p) == 0);
	assert(epoll_ctl(polls, EPOLL_CTL_ADD, p[0], &e) == 0);
	t = start(waits, &numbers[0]);
	u = start(waits, &numbers[1]);
	assert(write(p[1], "x", 1) == 1);
#ifndef ONCE
	while (!atomic_load(&first))
		;
	assert(write(p[1], "x", 1) == 1);
#endif
	finish(t);
	finish(u);
	printf("first=%d\n", atomic_load(&first));
	return 0;
}
