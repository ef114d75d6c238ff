/* SPDX-License-Identifier: MIT */
/* between: a handler comes between two plain accesses of the code that it
 * interrupts, where it touches the same memory
 *
 * Two stores without any operation between: the handler may see none, the first
 * or both of them, or not run at all.  By hand.  No other thread touches them:
 * that is no data race.
 *
 * check: --exhaustive
 * verdict: verified
 * states: - 00 10 11
 * pair: none
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: - 00 10 11
 */
#include "test.h"

#include <signal.h>

static volatile int first, second, seen = -1;

static void handle(int number)
{
	seen = 10 * first + second;
}

static void *works(void *unused)
{
	first = 1;
	second = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	signal(SIGUSR1, handle);
	t = start(works, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	finish(t);
	if (seen < 0)
		puts("-");
	else
		printf("%02d\n", seen);
	return 0;
}
