/* SPDX-License-Identifier: MIT */
/* who: a signal to the process comes to any thread that does not block it, the
 * sender or another one, and to one of them alone
 *
 * -DBLOCKED: the sender blocks it.  By hand: whoever may take it.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1 2
 * native: prints 0 1 2
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -DBLOCKED
 * verdict: verified
 * states: 1 2
 * native: prints 1 2
 *
 * check: --exhaustive --reduce source
 * flags: -DBLOCKED
 * verdict: verified
 * states: 1 2
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>

static sem_t over, ready;
static int who = -1, times;
static __thread int me;

static void handle(int number)
{
	who = me;
	times++;
	sem_post(&over);
	sem_post(&over);
}

static void *waits(void *arg)
{
	me = (int)(intptr_t)arg;
	sem_post(&ready);
	while (sem_wait(&over))
		assert(errno == EINTR);
	return NULL;
}

int main(void)
{
	pthread_t t, u;
	sigset_t set;

	signal(SIGUSR1, handle);
	t = start(waits, (void *)1);
	u = start(waits, (void *)2);
#ifdef BLOCKED
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
	(void)set;
	for (int i = 0; i < 2; i++)
		while (sem_wait(&ready))
			;
	assert(kill(getpid(), SIGUSR1) == 0);
	finish(t);
	finish(u);
	assert(times == 1);
	printf("%d\n", who);
	return 0;
}
