/* SPDX-License-Identifier: MIT */
/* signal_again: a handler that raises its signal runs again when it has
 * returned, on the same level of the stack
 *
 * check: --exhaustive
 * verdict: verified
 *
 * One that is not blocked meanwhile is another call.
 *
 * check: --exhaustive
 * flags: -DFLAGS=SA_NODEFER
 * verdict: bug stack_overflow
 * native: exits -11
 */
#include "test.h"

#include <signal.h>

#ifndef FLAGS
#define FLAGS 0
#endif

enum {
	TIMES = 100000
};

static volatile int times;

static void handler(int number)
{
	if (++times < TIMES || FLAGS)
		raise(number);
}

int main(void)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = FLAGS};

	sigaction(SIGUSR1, &a, NULL);
	raise(SIGUSR1);
	assert(times == TIMES);
	return 0;
}
