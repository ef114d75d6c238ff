/* SPDX-License-Identifier: MIT */
/* on_stack: and on a stack that another thread was given
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=1 x=2
 * races: some
 */
#include "test.h"

static void *increment(void *x)
{
	++*(int *)x;
	return NULL;
}

int main(void)
{
	int x = 0;
	pthread_t t = start(increment, &x);

	x++;
	finish(t);
	printf("x=%d\n", x);
	return 0;
}
