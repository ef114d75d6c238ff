/* SPDX-License-Identifier: MIT */
/* try_stream: who tries a stream again and again waits for its holder
 *
 * check: --exhaustive
 * verdict: verified
 */
#include "test.h"

static void *try(void *unused)
{
	while (ftrylockfile(stdout))
		;
	funlockfile(stdout);
	return NULL;
}

int main(void)
{
	pthread_t t;

	flockfile(stdout);
	t = start(try, NULL);
	funlockfile(stdout);
	finish(t);
	return 0;
}
