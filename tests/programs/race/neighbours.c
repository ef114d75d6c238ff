/* SPDX-License-Identifier: MIT */
/* neighbours: bytes side by side are no race
 *
 * check: --exhaustive
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
	pthread_t a = start(set, (void *)3), b = start(set, (void *)4);

	finish(a);
	finish(b);
	printf("%d,%d\n", byte[3], byte[4]);
	return 0;
}
