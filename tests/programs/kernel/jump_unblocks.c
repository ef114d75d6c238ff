/* SPDX-License-Identifier: MIT
 *
 * siglongjmp puts the mask of signals back: a signal for the process that
 * waits is handled there, if no other thread has let it in before.
 *
 * check: --exhaustive
 * verdict: verified
 * states: first other
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;
static pthread_t first;

static void handle(int signal)
{
	(void)signal;
	puts(pthread_equal(pthread_self(), first) ? "first" : "other");
}

static void set_mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(how, &set, NULL);
}

static void *lets_in(void *unused)
{
	set_mask(SIG_UNBLOCK);
	return unused;
}

int main(void)
{
	static pthread_t t;

	first = pthread_self();
	signal(SIGUSR1, handle);
	if (sigsetjmp(place, 1) == 0) {
		set_mask(SIG_BLOCK);
		kill(getpid(), SIGUSR1);
		t = start(lets_in, NULL);
		siglongjmp(place, 1);
	}
	finish(t);
	return 0;
}
