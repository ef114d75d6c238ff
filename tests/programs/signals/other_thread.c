/* SPDX-License-Identifier: MIT */
/* other_thread: a signal that another thread sends comes before any of the two
 * operations of the thread that gets it, or before its end
 *
 * The handler prints how many of them it came behind; -: it never came, since
 * the thread ended before it was sent.  By hand: 0, 1, 2 or none.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1 2 -
 * native: prints 0 1 2 -
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0 1 2 -
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: 0 1 2 -
 */
#include "test.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_int done;
static int came = -1;

static void handle(int number)
{
	came = atomic_load(&done);
}

static void *works(void *unused)
{
	atomic_fetch_add(&done, 1);
	atomic_fetch_add(&done, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, handle);
	t = start(works, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	finish(t);
	if (came < 0)
		puts("-");
	else
		printf("%d\n", came);
	return 0;
}
