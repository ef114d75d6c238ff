/* SPDX-License-Identifier: MIT */
/* signal_elsewhere: what a second thread sends to the process is handled
 * by the first one, natively, unless that blocks it
 *
 * check: --exhaustive
 * flags: -DSENDER=1
 * verdict: partial
 * holes: signal_elsewhere
 *
 * check: --exhaustive
 * flags: -DSENDER=1 -DBLOCKED
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DSENDER=0
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DSENDER=1 -DACTION=SIG_IGN
 * verdict: verified
 */
#include "test.h"

#include <signal.h>

#ifndef ACTION
#define ACTION handler
#endif

static void handler(int number)
{
}

static void *second(void *unused)
{
	sigset_t set;

	sigemptyset(&set);
	if (SENDER)
		pthread_sigmask(SIG_SETMASK, &set, NULL);
	if (SENDER)
		kill(getpid(), SIGUSR1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, ACTION);
#ifdef BLOCKED
	pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
	t = start(second, NULL);
	if (!SENDER)
		kill(getpid(), SIGUSR1);
	finish(t);
	return 0;
}
