/* SPDX-License-Identifier: MIT */
/* reset_action: a signal whose handler is there for once changes the action:
 * who asks for that comes before or after, whoever is first
 *
 * check: --exhaustive
 * args: raises
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: looks
 * verdict: verified
 * states: 0 1
 */
#include "test.h"

#include <signal.h>

static bool reset;

static void handle(int unused)
{
}

static void *raises(void *arg)
{
	raise(SIGUSR1);
	return arg;
}

static void *looks(void *arg)
{
	struct sigaction now;

	sigaction(SIGUSR1, NULL, &now);
	reset = now.sa_handler == SIG_DFL;
	return arg;
}

int main(int argc, char **argv)
{
	struct sigaction once = {
		.sa_handler = handle, .sa_flags = (int)SA_RESETHAND};
	bool first = argv[argc - 1][0] == 'r';
	pthread_t t;

	sigaction(SIGUSR1, &once, NULL);
	t = start(first ? raises : looks, NULL);
	if (first)
		looks(NULL);
	else
		raises(NULL);
	finish(t);
	printf("%d\n", reset);
	return 0;
}
