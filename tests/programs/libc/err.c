/* SPDX-License-Identifier: MIT
 *
 * Messages of err.h, beside another thread's: one operation each, with their
 * arguments read, and the end of the process with a flush.
 *
 * check: --exhaustive --expect-exit 7
 * verdict: verified
 * states: told
 * says: no bug in all 2 traces
 *
 * check: --exhaustive --expect-exit 7
 * flags: -DRACES
 * verdict: verified
 * races: some
 */
#include "test.h"

#include <err.h>
#include <errno.h>

static char text[] = "text";

static void *warns(void *unused)
{
	errno = ENOENT;
	warn("%s %m", text);
	assert(errno == ENOENT);
	return unused;
}

static void *other(void *unused)
{
#ifdef RACES
	text[1] = 'o';
#else
	warnx("%d", 3);
#endif
	return unused;
}

int main(void)
{
	pthread_t a = start(warns, NULL), b = start(other, NULL);

	finish(a);
	finish(b);
	warnx(NULL);
	puts("told");
	errx(7, "%s", "end");
}
