/* SPDX-License-Identifier: MIT */
/* waits: sigwait and its kin take what was sent to their thread or to the
 * process, with what was sent along; sigsuspend and pause wait for a handler
 *
 * What was sent to the thread comes first, of one number one: so the second of
 * these is another one, unless it comes behind the first one's taking.
 *
 * check: --exhaustive
 * flags: -DBODY=takes_both
 * verdict: verified
 * states: 10,7,12,8 12,8,12,-6
 * native: prints 10,7,12,8 12,8,12,-6
 *
 * A second real-time signal of the same number comes as well, in its turn.
 *
 * check: --exhaustive
 * flags: -DBODY=takes_in_order
 * verdict: verified
 * states: 1,2,3
 * native: prints 1,2,3
 *
 * It may be too late.
 *
 * check: --exhaustive
 * flags: -DBODY=takes_in_time
 * verdict: verified
 * states: in_time late
 *
 * Nothing comes between the mask and the wait.
 *
 * check: --exhaustive
 * flags: -DBODY=suspends
 * verdict: verified
 * states: handled
 * native: prints handled
 *
 * A signal that comes before pause() is called is lost for it.
 *
 * check: --exhaustive
 * flags: -DBODY=pauses
 * verdict: bug deadlock
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>

static sigset_t set;
static pthread_t waiter;
static volatile sig_atomic_t handled;

static void handle(int number)
{
	handled++;
}

static union sigval value(int n)
{
	return (union sigval){.sival_int = n};
}

static void takes_both(void)
{
	siginfo_t a, b;

	assert(sigwaitinfo(&set, &a) == a.si_signo);
	assert(sigwaitinfo(&set, &b) == b.si_signo);
	if (a.si_signo > b.si_signo) { /* it came first */
		siginfo_t c = a;

		a = b;
		b = c;
	}
	assert(a.si_code == SI_QUEUE && a.si_pid == getpid());
	printf("%d,%d,%d,%d\n", a.si_signo, a.si_value.sival_int, b.si_signo,
		b.si_code == SI_QUEUE ? b.si_value.sival_int : -6);
}

static void takes_in_order(void)
{
	siginfo_t info;
	int got[3];

	for (int i = 0; i < 3; i++) {
		assert(sigwaitinfo(&set, &info) == SIGRTMIN);
		got[i] = info.si_value.sival_int;
	}
	printf("%d,%d,%d\n", got[0], got[1], got[2]);
}

static void takes_in_time(void)
{
	struct timespec time = {1, 0};
	int number = sigtimedwait(&set, NULL, &time);

	if (number == SIGUSR1) {
		puts("in_time");
		return;
	}
	assert(number == -1 && errno == EAGAIN);
	puts("late");
	assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
}

static void suspends(void)
{
	sigset_t none, now;

	sigemptyset(&none);
	while (!handled)
		assert(sigsuspend(&none) == -1 && errno == EINTR);
	pthread_sigmask(SIG_SETMASK, NULL, &now);
	assert(sigismember(&now, SIGUSR1) == 1);
	puts("handled");
}

static void pauses(void)
{
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	if (!handled)
		assert(pause() == -1 && errno == EINTR);
}

static void *sends(void *unused)
{
	void (*body)(void) = BODY;

	if (body == takes_in_order) {
		assert(pthread_sigqueue(waiter, SIGRTMIN, value(1)) == 0);
		assert(pthread_sigqueue(waiter, SIGRTMIN, value(2)) == 0);
		assert(pthread_sigqueue(waiter, SIGRTMIN, value(3)) == 0);
		return NULL;
	}
	if (body != takes_both) {
		assert(pthread_kill(waiter, SIGUSR1) == 0);
		return NULL;
	}
	assert(sigqueue(getpid(), SIGUSR1, value(7)) == 0);
	/* The first of these is the one that counts, while it waits. */
	assert(pthread_sigqueue(waiter, SIGUSR2, value(8)) == 0);
	assert(pthread_kill(waiter, SIGUSR2) == 0);
	return NULL;
}

int main(void)
{
	void (*bodies[])(void) = {
		takes_both, takes_in_order, takes_in_time, suspends, pauses};
	pthread_t t;

	(void)bodies;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGRTMIN);
	signal(SIGUSR1, handle);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	waiter = pthread_self();
	t = start(sends, NULL);
	BODY();
	finish(t);
	return 0;
}
