/* SPDX-License-Identifier: MIT */
/* trylock_stream: ftrylockfile fails while the other thread holds the stream
 *
 * check: --exhaustive
 * verdict: verified
 * states: a a,busy
 * scope: try_between
 * native: sc
 */
#include "test.h"

static int busy;

static void *try(void *unused)
{
	if (ftrylockfile(stdout) == 0)
		funlockfile(stdout);
	else
		busy = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(try, NULL);

	flockfile(stdout);
	putchar_unlocked('a');
	funlockfile(stdout);
	finish(t);
	printf("%s\n", busy ? ",busy" : "");
	return 0;
}
