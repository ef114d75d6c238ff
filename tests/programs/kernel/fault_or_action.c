/* SPDX-License-Identifier: MIT */
/* fault_or_action: a thread's fault comes before another one says what is to be
 * done about it, or after; whichever of the two is started first
 *
 * check: --exhaustive --stop-after 0
 * args: fault
 * verdict: bug crash exit_status
 * native: exits 3 -11
 *
 * check: --exhaustive --stop-after 0
 * args: action
 * verdict: bug crash exit_status
 * native: exits 3 -11
 */
#include "test.h"

#include <signal.h>
#include <unistd.h>

static int *volatile nowhere;

static void leaves(int unused)
{
	_exit(3); /* BUG */
}

static void *faults(void *arg)
{
	*nowhere = 1; /* BUG */
	return arg;
}

static void *acts(void *arg)
{
	signal(SIGSEGV, leaves);
	return arg;
}

int main(int argc, char **argv)
{
	bool first = argv[argc - 1][0] == 'f';
	pthread_t t = start(first ? faults : acts, NULL);

	if (first)
		acts(NULL);
	else
		faults(NULL);
	finish(t);
	return 0;
}
