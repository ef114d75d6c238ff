/* SPDX-License-Identifier: MIT */
/* pending_elsewhere: a signal that the process is sent by a thread that would
 * take it, as another one would, waits until one of them does; a third thread,
 * which has it blocked, sees it meanwhile
 *
 * By hand: it looks before the signal is sent or after it was taken (0), or in
 * between (1); and has said so when the signal is taken (1), or not (0).  Who
 * looks after that has not.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0,0 0,1 1,0 1,1
 */
#include "test.h"

#include <signal.h>

static int saw, said;
static atomic_int looked;

static void handler(int number)
{
	(void)number;
	said = atomic_load(&looked);
}

static void *look(void *unused)
{
	sigset_t set;

	sigpending(&set);
	saw = sigismember(&set, SIGUSR1);
	atomic_store(&looked, 1);
	return unused;
}

static void *stand(void *unused)
{
	sched_yield();
	return unused;
}

/* Whoever it starts has the signal blocked from its beginning. */
static void *block(void *unused)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	finish(start(look, NULL));
	return unused;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t, u;

	sigaction(SIGUSR1, &action, NULL);
	t = start(block, NULL);
	u = start(stand, NULL);
	kill(getpid(), SIGUSR1);
	finish(t);
	finish(u);
	printf("%d,%d\n", saw, said);
	return 0;
}
