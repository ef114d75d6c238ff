/* SPDX-License-Identifier: MIT */
/* signal_elsewhere: what a second thread sends to the process is handled by it,
 * or by the first one, unless that blocks it
 *
 * check: --exhaustive
 * flags: -DSENDER=1
 * verdict: verified
 * states: 0 1 none
 *
 * check: --exhaustive
 * flags: -DSENDER=1 -DBLOCKED
 * verdict: verified
 * states: 1
 *
 * check: --exhaustive
 * flags: -DSENDER=0
 * verdict: verified
 * states: 0 1 none
 *
 * check: --exhaustive
 * flags: -DSENDER=1 -DACTION=SIG_IGN
 * verdict: verified
 * states: none
 */
#include "test.h"

#include <signal.h>

#ifndef ACTION
#define ACTION handler
#endif

static int who = -1;
static __thread int me;

static void handler(int number)
{
	who = me;
}

static void *second(void *unused)
{
	sigset_t set;

	me = 1;
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
	puts(who < 0 ? "none" : who ? "1" : "0");
	return 0;
}
