/* SPDX-License-Identifier: MIT */
/* elsewhere_or_ended: a thread that is not the first sends the process a signal
 * while another one, which might get it, ends: that it might is said, whichever
 * is first
 *
 * check: --exhaustive
 * args: ends
 * verdict: partial
 * holes: signal_elsewhere
 *
 * check: --exhaustive
 * args: sends
 * verdict: partial
 * holes: signal_elsewhere
 */
#include "test.h"

#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void handle(int unused)
{
}

static void *ends(void *arg)
{
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return arg;
}

static void *sends(void *arg)
{
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
	return 0;
}
