/* SPDX-License-Identifier: MIT */
/* fault_or_action: a thread's fault comes before another one changes what is to
 * be done about it, or after; whichever of the two is started first
 *
 * check: --exhaustive
 * args: fault
 * verdict: verified
 * states: first second
 * native: sc
 *
 * check: --exhaustive
 * args: action
 * verdict: verified
 * states: first second
 * native: sc
 */
#include "test.h"

#include <setjmp.h>
#include <signal.h>

static int *volatile nowhere;
static _Thread_local sigjmp_buf behind;
static const char *by;

static void first_handler(int unused)
{
	by = "first";
	siglongjmp(behind, 1);
}

static void second_handler(int unused)
{
	by = "second";
	siglongjmp(behind, 1);
}

static void *faults(void *arg)
{
	if (sigsetjmp(behind, 1) == 0)
		*nowhere = 1;
	return arg;
}

static void *acts(void *arg)
{
	signal(SIGSEGV, second_handler);
	return arg;
}

int main(int argc, char **argv)
{
	bool first = argv[argc - 1][0] == 'f';
	pthread_t t;

	signal(SIGSEGV, first_handler);
	t = start(first ? faults : acts, NULL);
	if (first)
		acts(NULL);
	else
		faults(NULL);
	finish(t);
	printf("%s\n", by);
	return 0;
}
