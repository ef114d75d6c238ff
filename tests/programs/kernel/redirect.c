/* SPDX-License-Identifier: MIT */
/* redirect: a pipe in place of standard output, and back again
 *
 * check: --exhaustive
 * verdict: verified
 * states: read:to_the_pipe
 * native: sc
 */
#include "test.h"

static int ends[2], kept;

static void *writes(void *unused)
{
	assert(write(1, "to_the_pipe", 11) == 11);
	assert(dup2(kept, 1) == 1);
	return NULL;
}

int main(void)
{
	char text[32] = "";

	assert(pipe(ends) == 0);
	kept = dup(1);
	assert(dup2(ends[1], 1) == 1 && close(ends[1]) == 0);
	pthread_t t = start(writes, NULL);

	assert(read(ends[0], text, sizeof text) == 11);
	assert(read(ends[0], text + 11, 1) == 0);
	finish(t);
	printf("read:%s\n", text);
	return 0;
}
