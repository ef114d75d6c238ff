/* SPDX-License-Identifier: MIT */
/* random_shared: two threads draw from one generator; either is first
 *
 * glibc's first two numbers after srand(1).
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1804289383,846930886 846930886,1804289383
 * races: none
 * native: sc
 */
#include "test.h"

static int drawn;

static void *draw(void *unused)
{
	drawn = rand();
	return NULL;
}

int main(void)
{
	pthread_t t = start(draw, NULL);
	int mine = rand();

	finish(t);
	printf("%d,%d\n", mine, drawn);
	return 0;
}
