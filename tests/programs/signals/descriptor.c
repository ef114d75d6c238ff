/* SPDX-License-Identifier: MIT */
/* descriptor: signals that are read from signalfd
 *
 * Who polls it learns of it.
 *
 * check: --exhaustive
 * flags: -DBODY=polls
 * verdict: verified
 * states: 10,0,0;
 * native: prints 10,0,0;
 *
 * A read takes what waits for its thread and for the process, as many as there
 * is room for, what was sent to the thread first; number, code and value.
 *
 * check: --exhaustive
 * flags: -DBODY=several
 * verdict: verified
 * states: 10,-6,0;12,-1,7;34,-1,1;34,-1,2;
 * native: prints 10,-6,0;12,-1,7;34,-1,1;34,-1,2;
 *
 * One after the other: what comes in between with a lower number is second.
 *
 * check: --exhaustive
 * flags: -DBODY=between
 * verdict: verified
 * states: 12,-6,0; 12,-6,0;10,-6,0; 10,-6,0;12,-6,0;
 * native: prints 12,-6,0; 12,-6,0;10,-6,0; 10,-6,0;12,-6,0;
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=between
 * verdict: verified
 * states: 12,-6,0; 12,-6,0;10,-6,0; 10,-6,0;12,-6,0;
 *
 * It waits until there is one; who watches it learns of it.
 *
 * check: --exhaustive
 * flags: -DBODY=waits
 * verdict: verified
 * states: 10,-6,0;
 * native: prints 10,-6,0;
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=waits
 * verdict: verified
 * states: 10,-6,0;
 *
 * check: --exhaustive
 * flags: -DBODY=watches
 * verdict: verified
 * states: 10,-6,0;
 * native: prints 10,-6,0;
 *
 * What was sent to a thread nobody else can read.
 *
 * check: --exhaustive
 * flags: -DBODY=of_another
 * verdict: verified
 * states: EAGAIN
 * native: prints EAGAIN
 *
 * Of two that read what was sent to the process once, one gets it.
 *
 * check: --exhaustive
 * flags: -DBODY=of_both
 * verdict: verified
 * states: main thread
 *
 * check: --exhaustive --reduce source
 * flags: -DBODY=of_both
 * verdict: verified
 * states: main thread
 *
 * Asked in vain, or in time.
 *
 * check: --exhaustive
 * flags: -DBODY=in_time
 * verdict: verified
 * states: EAGAIN 10,-6,0;
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=in_time
 * verdict: verified
 * states: EAGAIN 10,-6,0;
 *
 * A timer's, and what nobody reads for ever.
 *
 * check: --exhaustive
 * flags: -DBODY=timed
 * verdict: verified
 * states: 14,128,0;
 * native: prints 14,128,0;
 *
 * check: --exhaustive
 * flags: -DBODY=for_ever
 * verdict: bug deadlock
 */
#include "test.h"

#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>

static sigset_t set;
static pthread_t reader;

static int begin(int flags)
{
	int f;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGALRM);
	sigaddset(&set, SIGRTMIN);
	assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	reader = pthread_self();
	f = signalfd(-1, &set, flags);
	assert(f >= 0);
	return f;
}

static void takes(int f)
{
	struct signalfd_siginfo got[8];
	ssize_t n = read(f, got, sizeof got);

	if (n < 0) {
		printf("%s", strerrorname_np(errno));
		return;
	}
	for (size_t i = 0; i < (size_t)n / sizeof *got; i++)
		printf("%u,%d,%d;", got[i].ssi_signo, got[i].ssi_code,
			got[i].ssi_int);
}

static union sigval value(int n)
{
	return (union sigval){.sival_int = n};
}

static void *sends(void *unused)
{
	assert(pthread_kill(reader, SIGUSR1) == 0);
	return NULL;
}

static void *sends_to_all(void *unused)
{
	assert(kill(getpid(), SIGUSR1) == 0);
	return NULL;
}

static void several(void)
{
	int f = begin(0);

	assert(sigqueue(getpid(), SIGRTMIN, value(1)) == 0);
	assert(sigqueue(getpid(), SIGRTMIN, value(2)) == 0);
	assert(sigqueue(getpid(), SIGUSR2, value(7)) == 0);
	assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
	takes(f);
}

static void *sends_two(void *unused)
{
	assert(pthread_kill(reader, SIGUSR2) == 0);
	assert(pthread_kill(reader, SIGUSR1) == 0);
	return NULL;
}

static void between(void)
{
	int f = begin(0);
	pthread_t t = start(sends_two, NULL);

	takes(f);
	finish(t);
}

static void waits(void)
{
	int f = begin(0);
	pthread_t t = start(sends, NULL);

	takes(f);
	finish(t);
}

static void polls(void)
{
	int f = begin(0);
	pthread_t t = start(sends_to_all, NULL);
	struct pollfd p = {f, POLLIN | POLLOUT, 0};

	assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
	takes(f);
	finish(t);
}

static void watches(void)
{
	int f = begin(SFD_NONBLOCK), watch = epoll_create1(0);
	struct epoll_event e = {.events = EPOLLIN | EPOLLET};
	pthread_t t = start(sends, NULL);

	assert(epoll_ctl(watch, EPOLL_CTL_ADD, f, &e) == 0);
	assert(epoll_wait(watch, &e, 1, -1) == 1);
	takes(f);
	finish(t);
}

static void *reads(void *f)
{
	takes((int)(intptr_t)f);
	return NULL;
}

static void of_another(void)
{
	int f = begin(SFD_NONBLOCK);

	assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
	finish(start(reads, (void *)(intptr_t)f));
}

static const char *who;

static void *reads_one(void *f)
{
	struct signalfd_siginfo got;

	if (read((int)(intptr_t)f, &got, sizeof got) == sizeof got) {
		assert(!who);
		who = "thread";
	}
	return NULL;
}

static void of_both(void)
{
	struct signalfd_siginfo got;
	int f = begin(SFD_NONBLOCK);
	pthread_t t;

	assert(kill(getpid(), SIGUSR1) == 0);
	t = start(reads_one, (void *)(intptr_t)f);
	if (read(f, &got, sizeof got) == sizeof got) {
		finish(t);
		assert(!who);
		who = "main";
	} else {
		finish(t);
	}
	printf("%s", who);
}

static void in_time(void)
{
	int f = begin(SFD_NONBLOCK);
	pthread_t t = start(sends, NULL);

	takes(f);
	finish(t);
}

static void timed(void)
{
	int f = begin(0);

	alarm(1);
	takes(f);
}

static void for_ever(void)
{
	takes(begin(0));
}

int main(void)
{
	BODY();
	puts("");
	return 0;
}
