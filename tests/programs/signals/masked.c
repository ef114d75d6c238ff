/* SPDX-License-Identifier: MIT */
/* masked: ppoll, pselect and epoll_pwait with a mask that lets a signal in
 *
 * Main blocks it; a thread sends it.  It comes while main waits, so that the
 * call fails with EINTR behind the handler, and is never too early for it.
 *
 * check: --exhaustive
 * flags: -DCALL=ppoll(&asks,1,NULL,&open)
 * verdict: verified
 * states: EINTR,1
 * native: prints EINTR,1
 *
 * check: --exhaustive --reduce none
 * flags: -DCALL=ppoll(&asks,1,NULL,&open)
 * verdict: verified
 * states: EINTR,1
 *
 * check: --exhaustive
 * flags: -DCALL=pselect(0,NULL,NULL,NULL,NULL,&open)
 * verdict: verified
 * states: EINTR,1
 * native: prints EINTR,1
 *
 * check: --exhaustive
 * flags: -DCALL=epoll_pwait(watch,&event,1,-1,&open)
 * verdict: verified
 * states: EINTR,1
 * native: prints EINTR,1
 *
 * With a time limit that may be over before it is sent.
 *
 * check: --exhaustive
 * flags: -DCALL=ppoll(&asks,1,&late,&open)
 * verdict: verified
 * states: 0,0 EINTR,1
 * native: prints 0,0 EINTR,1
 *
 * -DBEFORE: it was sent before: no time is over then, not even none; but
 * epoll_wait that only asks does not look for signals.
 *
 * check: --exhaustive
 * flags: -DBEFORE -DCALL=ppoll(&asks,1,&late,&open)
 * verdict: verified
 * states: EINTR,1
 * native: prints EINTR,1
 *
 * check: --exhaustive
 * flags: -DBEFORE -DCALL=pselect(0,NULL,NULL,NULL,&none,&open)
 * verdict: verified
 * states: EINTR,1
 * native: prints EINTR,1
 *
 * check: --exhaustive
 * flags: -DBEFORE -DCALL=epoll_pwait(watch,&event,1,0,&open)
 * verdict: verified
 * states: 0,0
 * native: prints 0,0
 *
 * What is ready comes first, and then no handler.
 *
 * check: --exhaustive
 * flags: -DBEFORE -DREADY -DCALL=ppoll(&asks,1,NULL,&open)
 * verdict: verified
 * states: 1,0
 * native: prints 1,0
 *
 * check: --exhaustive
 * flags: -DBEFORE -DREADY -DCALL=epoll_pwait(watch,&event,1,-1,&open)
 * verdict: verified
 * states: 1,0
 * native: prints 1,0
 *
 * The other way round: what main lets in, and the call does not, has come when
 * that is over.
 *
 * check: --exhaustive
 * flags: -DWRITES -DCALL=ppoll(&asks,1,NULL,&shut)
 * verdict: verified
 * states: 1,1
 * native: prints 1,1
 */
#include "test.h"

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static sigset_t open, shut, own;
static pthread_t waiter;
static volatile sig_atomic_t handled;
static const struct timespec late = {0, 20000000}, none;
static int ends[2];
static struct epoll_event event = {.events = EPOLLIN};

static void handle(int number)
{
	handled++;
}

static void *sends(void *unused)
{
	assert(pthread_kill(waiter, SIGUSR1) == 0);
#ifdef WRITES
	assert(write(ends[1], "", 1) == 1);
#endif
	return NULL;
}

int main(void)
{
	int watch = epoll_create1(0), rc, error, after;
	struct pollfd asks;
	sigset_t now;
	pthread_t t;

	assert(pipe(ends) == 0);
	asks = (struct pollfd){ends[0], POLLIN, 0};
	assert(epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &event) == 0);
	signal(SIGUSR1, handle);
	sigemptyset(&open);
	sigemptyset(&shut);
	sigaddset(&shut, SIGUSR1);
#ifdef READY
	assert(write(ends[1], "", 1) == 1);
#endif
	waiter = pthread_self();
#ifndef WRITES
	pthread_sigmask(SIG_BLOCK, &shut, NULL);
#endif
	pthread_sigmask(SIG_SETMASK, NULL, &own);
	t = start(sends, NULL);
#ifdef BEFORE
	finish(t);
#endif
	rc = CALL;
	error = errno;
	after = handled;
	pthread_sigmask(SIG_SETMASK, NULL, &now);
#ifndef BEFORE
	finish(t);
#endif
	assert(sigismember(&now, SIGUSR1) == sigismember(&own, SIGUSR1));
	if (rc < 0)
		printf("%s,%d\n", strerrorname_np(error), after);
	else
		printf("%d,%d\n", rc, after);
	return 0;
}
