/* SPDX-License-Identifier: MIT */
/* counter: plain `counter++` in two threads, the program everybody tries first
 *
 * check:
 * verdict: bug assertion
 *
 * check: --exhaustive
 * verdict: bug assertion
 * races: some
 */
#include "test.h"

static int counter;

static void *increment(void *unused)
{
	counter++;
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	assert(counter == 2); /* BUG */
	return 0;
}
