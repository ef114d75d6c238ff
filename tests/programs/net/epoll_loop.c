/* SPDX-License-Identifier: MIT */
/* epoll_loop: an event loop as libraries have it - an epoll, an eventfd that
 * wakes it, a list of tasks under a mutex, a worker that puts them in
 *
 * check: --exhaustive
 * verdict: verified
 * states: ran=2
 * native: sc
 *
 * The worker that wakes the loop first, and then puts the task in: the loop may
 * find nothing, and sleep for ever.
 *
 * check: --exhaustive
 * flags: -DEARLY
 * verdict: bug deadlock
 * native: hangs the wake-up is lost
 */
#include "test.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

enum {
	TASKS = 2
};

static struct {
	pthread_mutex_t lock;
	int first, last, task[TASKS];
	int polls, wakes;
} loop = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void post(int task)
{
#ifdef EARLY
	assert(eventfd_write(loop.wakes, 1) == 0);
#endif
	pthread_mutex_lock(&loop.lock);
	loop.task[loop.last++] = task;
	pthread_mutex_unlock(&loop.lock);
#ifndef EARLY
	assert(eventfd_write(loop.wakes, 1) == 0);
#endif
}

static void *worker(void *unused)
{
	for (int i = 0; i < TASKS; i++)
		post(i);
	return NULL;
}

static int next(void)
{
	int task = -1;

	pthread_mutex_lock(&loop.lock);
	if (loop.first < loop.last)
		task = loop.task[loop.first++];
	pthread_mutex_unlock(&loop.lock);
	return task;
}

int main(void)
{
	struct epoll_event e = {.events = EPOLLIN, .data.ptr = &loop};
	pthread_t t;
	int ran = 0;

	loop.polls = epoll_create1(EPOLL_CLOEXEC);
	loop.wakes = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	assert(epoll_ctl(loop.polls, EPOLL_CTL_ADD, loop.wakes, &e) == 0);
	t = start(worker, NULL);
	while (ran < TASKS) {
		eventfd_t n;

		assert(epoll_wait(loop.polls, &e, 1, -1) == 1);
		assert(e.events == EPOLLIN && e.data.ptr == &loop);
		assert(eventfd_read(loop.wakes, &n) == 0);
		while (next() >= 0)
			ran++;
	}
	finish(t);
	printf("ran=%d\n", ran);
	return 0;
}
