/* SPDX-License-Identifier: MIT
 *
 * What is written directly, or to standard error, which may be the same file,
 * comes before or after what a stream held back: that goes out when it is
 * flushed, or when its buffer is taken away.
 *
 * check: --exhaustive
 * args: flush
 * verdict: verified
 * states: ab ba
 *
 * check: --exhaustive
 * args: take
 * verdict: verified
 * states: ab ba
 *
 * check: --exhaustive
 * args: flush error
 * verdict: verified
 * last_round: 2
 *
 * check: --exhaustive
 * args: take error
 * verdict: verified
 * last_round: 2
 *
 * (a descriptor that is closed: before or after)
 * check: --exhaustive
 * args: close error
 * verdict: verified
 * last_round: 2
 */
#include "test.h"

static char how;

static void *changes(void *unused)
{
	if (how == 't')
		setvbuf(stdout, NULL, _IONBF, 0);
	else if (how == 'f')
		fflush(stdout);
	else
		close(2);
	return unused;
}

int main(int argc, char **argv)
{
	bool error = strcmp(argv[argc - 1], "error") == 0;
	pthread_t t;

	how = argv[argc - 1 - error][0];
	fputs("a", stdout);
	t = start(changes, NULL);
	if (error)
		fputs("b", stderr);
	else
		assert(write(1, "b", 1) == 1);
	finish(t);
	return 0;
}
