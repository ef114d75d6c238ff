/* SPDX-License-Identifier: MIT */
/* taken_out: a loop that waits for a plain variable, which the compiler looks
 * at once, before the loop
 *
 * check: --hang-after 2s
 * flags: -O2
 * verdict: bug
 * says: no progress: no operation and no memory access of the test in 2 s
 * says: make the variable _Atomic
 * modes: checkpoint
 */
#include "test.h"

static int done;

static void *waits(void *unused)
{
	while (!done)
		;
	return unused;
}

int main(void)
{
	pthread_t t = start(waits, NULL);

	done = 1;
	finish(t);
	return 0;
}
