/* SPDX-License-Identifier: MIT */
/* by_library: memset and memcpy race like any store and load
 *
 * One int is copied in one piece, so the copy holds all of it or nothing.
 *
 * check: --exhaustive
 * verdict: verified
 * states: copy=0 copy=16843009
 * races: some
 */
#include "test.h"

static int x;

static void *set(void *unused)
{
	memset(&x, 1, sizeof x);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int copy;

	memcpy(&copy, &x, sizeof copy);
	finish(t);
	printf("copy=%d\n", copy);
	return 0;
}
