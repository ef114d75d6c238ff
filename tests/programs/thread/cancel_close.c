/* SPDX-License-Identifier: MIT */
/* cancel_close: a thread is asked to end before, or after, it closes something
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 * native: sc
 */
#include "test.h"

static int done, pipes[2];

static void *closes(void *unused)
{
	close(pipes[0]);
	done = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	assert(pipe(pipes) == 0);
	t = start(closes, NULL);
	pthread_cancel(t);
	finish(t);
	printf("%d\n", done);
	return 0;
}
