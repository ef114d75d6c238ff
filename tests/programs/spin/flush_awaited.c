/* SPDX-License-Identifier: MIT */
/* flush_awaited: a flush is where a thread is cancelled only when there is
 * something to write; who flushes again and again waits for that
 *
 * check: --exhaustive --max-steps 500
 * verdict: verified
 * states: x
 * scope: fairness
 */
#include "test.h"

static void *flushes(void *unused)
{
	for (;;)
		fflush(stdout);
	return unused;
}

int main(void)
{
	pthread_t t = start(flushes, NULL);

	pthread_cancel(t);
	puts("x");
	finish(t);
	return 0;
}
