/* SPDX-License-Identifier: MIT */
/* benign: a data race is a finding, not a bug
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=1
 * races: some
 *
 * check:
 * verdict: verified
 * races: some
 */
#include "test.h"

static int x;

static void *set(void *unused)
{
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t a = start(set, NULL), b = start(set, NULL);

	finish(a);
	finish(b);
	printf("x=%d\n", x);
	return 0;
}
