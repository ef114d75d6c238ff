/* SPDX-License-Identifier: MIT */
/* elsewhere_or_ended: a signal to the process while a thread that might get it
 * ends; it comes to that one, or to its sender
 *
 * check: --exhaustive
 * args: ends
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * args: sends
 * verdict: verified
 * states: 0 1 2
 */
#include "test.h"

#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int who;
static __thread int me;

static void handle(int unused)
{
	who = me;
}

static void *ends(void *arg)
{
	me = 1;
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return arg;
}

static void *sends(void *arg)
{
	me = 2;
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	return arg;
}

int main(int argc, char **argv)
{
	bool first = argv[argc - 1][0] == 'e';
	pthread_t t, u;

	signal(SIGUSR1, handle);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	t = start(first ? ends : sends, NULL);
	u = start(first ? sends : ends, NULL);
	finish(t);
	finish(u);
	printf("%d\n", who);
	return 0;
}
