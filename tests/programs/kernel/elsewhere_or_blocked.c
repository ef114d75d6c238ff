/* SPDX-License-Identifier: MIT */
/* elsewhere_or_blocked: a signal to the process before another thread than its
 * sender opens its mask for it, or after: it comes to either
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1 2
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int who;
static __thread int me;
static sem_t closed, over;

static void handle(int unused)
{
	who = me;
}

static void *sends(void *arg)
{
	me = 1;
	sem_wait(&closed); /* nobody else's mask is open but the opener's */
	kill(getpid(), SIGUSR1);
	sem_post(&over);
	return arg;
}

static void *opens(void *arg)
{
	me = 2;
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	sem_wait(&over);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	signal(SIGUSR1, handle);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	t = start(sends, NULL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	u = start(opens, NULL);
	sem_post(&closed);
	finish(t);
	finish(u);
	printf("%d\n", who);
	return 0;
}
