/* SPDX-License-Identifier: MIT */
/* neighbours: bytes side by side are no race, in one aligned word or in two
 *
 * check: --exhaustive
 * flags: -DFIRST=3
 * verdict: verified
 * states: 1,1
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -DFIRST=5
 * verdict: verified
 * states: 1,1
 * races: none
 * native: sc
 */
#include "test.h"

static char byte[8];

static void *set(void *which)
{
	byte[(intptr_t)which] = 1;
	return NULL;
}

int main(void)
{
	pthread_t a = start(set, (void *)FIRST);
	pthread_t b = start(set, (void *)(FIRST + 1));

	finish(a);
	finish(b);
	printf("%d,%d\n", byte[FIRST], byte[FIRST + 1]);
	return 0;
}
