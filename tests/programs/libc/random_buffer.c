/* SPDX-License-Identifier: MIT */
/* random_buffer: random() draws from memory that the test has given it
 *
 * check: --exhaustive
 * verdict: verified
 * holes: may_tear
 * races: some
 */
#include "test.h"

#include <stdlib.h>

static char state[64];

static void *draws(void *arg)
{
	random();
	return arg;
}

int main(void)
{
	pthread_t t;

	initstate(7, state, sizeof state);
	t = start(draws, NULL);
	state[20] = 1;
	finish(t);
	return 0;
}
