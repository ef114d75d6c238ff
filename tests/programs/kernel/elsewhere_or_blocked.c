/* SPDX-License-Identifier: MIT */
/* elsewhere_or_blocked: a thread that is not the first sends the process a
 * signal before another one opens its mask for it, or after
 *
 * check: --exhaustive
 * verdict: partial
 * holes: signal_elsewhere
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static sem_t closed, over;

static void handle(int unused)
{
}

static void *sends(void *arg)
{
	sem_wait(&closed); /* nobody else's mask is open but the opener's */
	kill(getpid(), SIGUSR1);
	sem_post(&over);
	return arg;
}

static void *opens(void *arg)
{
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
	return 0;
}
