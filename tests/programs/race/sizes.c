/* SPDX-License-Identifier: MIT */
/* sizes: a byte of an int is part of it: mixed sizes overlap
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=256
 * races: some
 */
#include "test.h"

static union {
	int whole;
	char byte[4];
} u;

static void *set(void *unused)
{
	u.byte[1] = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int seen = u.whole;

	finish(t);
	printf("seen=%d\n", seen);
	return 0;
}
