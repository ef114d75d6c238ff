/* SPDX-License-Identifier: MIT */
/* signal_discard: what waits is gone as soon as its signal is ignored
 *
 * One that waits for its thread, or for the process, or (-DDEFAULT) whose
 * default is to be ignored: none of them comes later, though a handler is there
 * again.  -DOTHER: another thread ignores it for a moment, before the signal is
 * raised (1), while it waits (0) or behind its handler (1).  -DRETURN: the
 * same, where it waits for the end of a handler; -DNEW: the handler that is
 * there again is another one (2).  -DLATE: it is ignored behind that, which is
 * before the handler ends or not.  -DLOOK: whether it waits is asked.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0
 * native: prints 0
 *
 * check: --exhaustive
 * flags: -DDEFAULT
 * verdict: verified
 * states: 0
 * native: prints 0
 *
 * check: --exhaustive
 * flags: -DOTHER
 * verdict: verified
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive --reduce none
 * flags: -DOTHER
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DPROCESS
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DRETURN
 * verdict: verified
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive --reduce source
 * flags: -DOTHER -DRETURN -DFIRST
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DRETURN -DNEW
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -DOTHER -DRETURN -DLATE
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DLOOK
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DRETURN -DNEW
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -DOTHER -DRETURN -DLATE
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DOTHER -DLOOK
 * verdict: verified
 * states: 0 1
 */
#include "test.h"
#include <semaphore.h>
#include <signal.h>

#ifdef DEFAULT
#define SENT SIGCHLD
#define IGNORE SIG_DFL
#else
#define SENT SIGUSR1
#define IGNORE SIG_IGN
#endif

static int came; /* of one thread alone */
static sem_t raised __attribute__((unused)), go __attribute__((unused));

static void count(int number)
{
	came++;
}

#ifdef NEW
static void again(int number)
{
	came += 2;
}
#else
#define again count
#endif

static void within(int number)
{
	raise(SENT); /* blocked by sa_mask */
#ifdef LATE
	sem_post(&raised);
	sem_wait(&go);
#endif
}

static void change(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SENT);
	pthread_sigmask(how, &set, NULL);
}

static void *ignores(void *unused)
{
#ifdef LATE
	sem_wait(&raised);
	sem_post(&go);
#endif
	signal(SENT, IGNORE);
	signal(SENT, again);
	return NULL;
}

static void *sends(void *unused)
{
#ifdef RETURN
	raise(SIGUSR2);
#else
	change(SIG_BLOCK);
#ifdef PROCESS
	kill(getpid(), SENT);
#else
	raise(SENT);
#endif
#ifdef LOOK
	sigset_t waits;

	sigpending(&waits);
	came = sigismember(&waits, SENT);
	return NULL;
#endif
	change(SIG_UNBLOCK);
#endif
	return NULL;
}

int main(void)
{
	struct sigaction a = {.sa_handler = within};

	sigaddset(&a.sa_mask, SENT);
	sigaction(SIGUSR2, &a, NULL);
	signal(SENT, count);
#ifdef OTHER
#ifdef PROCESS /* else another thread would be sent it */
	change(SIG_BLOCK);
#endif
#ifdef FIRST
	pthread_t b = start(sends, NULL), t = start(ignores, NULL);
#else
	pthread_t t = start(ignores, NULL), b = start(sends, NULL);
#endif
	finish(t);
	finish(b);
#else
	change(SIG_BLOCK);
	raise(SENT);
	kill(getpid(), SENT);
	ignores(NULL);
	change(SIG_UNBLOCK);
#endif
	printf("%d\n", came);
	return 0;
}
