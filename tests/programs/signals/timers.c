/* SPDX-License-Identifier: MIT */
/* timers: alarm and its kin go off at any moment, in virtual time
 *
 * Before the operation that it is to interrupt, or behind it, or not before the
 * process leaves (-).  By hand.
 *
 * check: --exhaustive
 * flags: -DBODY=once
 * verdict: verified
 * states: 0 1 2 -
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=once
 * verdict: verified
 * states: 0 1 2 -
 *
 * Who waits for it gets it; a clock is not before its time then.
 *
 * check: --exhaustive
 * flags: -DBODY=waits
 * verdict: verified
 * states: 7
 * native: prints 7
 *
 * One that was stopped does not come.
 *
 * check: --exhaustive
 * flags: -DBODY=stopped
 * verdict: verified
 * states: 0 1
 *
 * It ends a call that waits, in the thread that it is for; but not if it comes
 * before that is called.
 *
 * check: --exhaustive
 * flags: -DBODY=ends
 * verdict: bug deadlock
 *
 * One that comes again and again does so twice.
 *
 * check: --exhaustive
 * flags: -DBODY=again
 * verdict: verified
 * states: 2
 * scope: few_ticks
 *
 * Without a handler it is taken for a watchdog: what hangs is a deadlock.
 *
 * check: --exhaustive
 * flags: -DBODY=watched
 * verdict: verified
 * states: fine
 * scope: watchdog
 *
 * check: --exhaustive
 * flags: -DBODY=hangs
 * verdict: bug deadlock
 * native: exits -14
 *
 * check: --exhaustive
 * flags: -DBODY=by_thread
 * verdict: error
 * says: SIGEV_THREAD
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

static atomic_int done;
static volatile int came = -1, times;
static sem_t never, told;
static timer_t timer;

static void handle(int number)
{
	came = atomic_load(&done);
	times++;
}

static void once(void)
{
	signal(SIGALRM, handle);
	assert(alarm(5) == 0);
	atomic_fetch_add(&done, 1);
	atomic_fetch_add(&done, 1);
	puts(came < 0 ? "-" : came == 0 ? "0" : came == 1 ? "1" : "2");
}

static void in_a_second(int how, pid_t thread)
{
	struct sigevent e = {.sigev_notify = how,
		.sigev_signo = SIGRTMIN,
		.sigev_value.sival_int = 7};
	struct itimerspec soon = {{0, 0}, {1, 0}}, left;

	e._sigev_un._tid = thread;
	assert(timer_create(CLOCK_MONOTONIC, &e, &timer) == 0);
	assert(timer_settime(timer, 0, &soon, NULL) == 0);
	assert(timer_gettime(timer, &left) == 0);
	assert(left.it_interval.tv_nsec == 0);
}

static void waits(void)
{
	struct timespec before, after;
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	sigprocmask(SIG_BLOCK, &set, NULL);
	clock_gettime(CLOCK_MONOTONIC, &before);
	in_a_second(SIGEV_SIGNAL, 0);
	assert(sigwaitinfo(&set, &info) == SIGRTMIN);
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert(info.si_code == SI_TIMER && info.si_overrun == 0);
	assert(after.tv_sec - before.tv_sec >= 1);
	assert(timer_getoverrun(timer) == 0 && timer_delete(timer) == 0);
	assert(timer_delete(timer) == -1 && errno == EINVAL);
	printf("%d\n", info.si_value.sival_int);
}

static void stopped(void)
{
	signal(SIGRTMIN, handle);
	in_a_second(SIGEV_SIGNAL, 0);
	assert(timer_delete(timer) == 0);
	times += 10;
	atomic_fetch_add(&done, 1);
	assert(times == 10 || times == 11);
	printf("%d\n", times - 10);
}

static void *sleeps(void *unused)
{
	struct sigaction a = {.sa_handler = handle};

	sigaction(SIGRTMIN, &a, NULL);
	in_a_second(SIGEV_THREAD_ID, gettid());
	sem_post(&told);
	while (!times)
		assert(sem_wait(&never) == -1 && errno == EINTR);
	puts("EINTR");
	return NULL;
}

static void ends(void)
{
	finish(start(sleeps, NULL));
}

static void again(void)
{
	struct itimerval often = {{0, 1000}, {0, 1000}}, off = {{0}};
	sigset_t none, set;

	sigemptyset(&set);
	signal(SIGALRM, handle);
	assert(setitimer(ITIMER_REAL, &often, NULL) == 0);
	sigemptyset(&none);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	while (times < 2)
		sigsuspend(&none);
	assert(setitimer(ITIMER_REAL, &off, &often) == 0);
	assert(often.it_interval.tv_usec == 1000);
	printf("%d\n", times > 2 ? 2 : times);
}

static void *nothing(void *unused)
{
	return unused;
}

static void watched(void)
{
	assert(alarm(60) == 0);
	assert(alarm(60) == 60);
	finish(start(nothing, NULL));
	puts("fine");
}

static void hangs(void)
{
	alarm(1);
	sem_wait(&never);
}

static void by_thread(void)
{
	in_a_second(SIGEV_THREAD, 0);
}

int main(void)
{
	void (*bodies[])(void) = {
		once, waits, stopped, ends, again, watched, hangs, by_thread};

	(void)bodies;
	sem_init(&never, 0, 0);
	sem_init(&told, 0, 0);
	BODY();
	return 0;
}
