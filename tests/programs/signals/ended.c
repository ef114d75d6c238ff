/* SPDX-License-Identifier: MIT */
/* ended: a thread that would take a signal to the process ends, before it is
 * sent or before another one takes it
 *
 * Main sends it, and it comes to any of the three that lives; to main perhaps
 * behind the print (-1).  By hand.
 *
 * check: --exhaustive
 * verdict: verified
 * states: -1 0 1 2
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: -1 0 1 2
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: -1 0 1 2
 */
#include "test.h"

#include <signal.h>

static atomic_int who = -1;
static __thread int me;

static void handle(int number)
{
	atomic_store(&who, me);
}

static void *ends(void *arg)
{
	me = (int)(intptr_t)arg;
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	signal(SIGUSR1, handle);
	t = start(ends, (void *)1);
	u = start(ends, (void *)2);
	assert(kill(getpid(), SIGUSR1) == 0);
	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&who));
	return 0;
}
