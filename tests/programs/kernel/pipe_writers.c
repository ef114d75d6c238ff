/* SPDX-License-Identifier: MIT */
/* pipe_writers: three threads write a byte each; main reads them one by one,
 * and then nothing is left
 *
 * What the writes of one order left must not be there in the next one, neither
 * to be read nor to be counted.  6 orders of the writes; in each, no read comes
 * before its byte: wwwrrr, wwrwrr, wwrrwr, wrwwrr and wrwrwr.  All have ended
 * when main joins them.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * races: none
 * executions: 30
 * states: abc acb bac bca cab cba
 * native: sc
 */
#include "test.h"

#include <poll.h>

static int ends[2];

static void *writes(void *byte)
{
	assert(write(ends[1], byte, 1) == 1);
	return NULL;
}

int main(void)
{
	char seen[4] = "";
	struct pollfd f;

	assert(pipe(ends) == 0);
	pthread_t t = start(writes, "a"), u = start(writes, "b"),
		  v = start(writes, "c");

	for (int i = 0; i < 3; i++)
		assert(read(ends[0], &seen[i], 1) == 1);
	finish(t);
	finish(u);
	finish(v);
	f = (struct pollfd){.fd = ends[0], .events = POLLIN};
	assert(poll(&f, 1, 0) == 0);
	printf("%s\n", seen);
	return 0;
}
