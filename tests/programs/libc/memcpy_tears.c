/* SPDX-License-Identifier: MIT */
/* memcpy_tears: a racing copy of 16 bytes is made in two parts
 *
 * The writer stores the first half, then the second; the reader loads them in
 * the same order: all four combinations.  That libc may go the other way, or
 * load all before it stores any, is said.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: 0,0 0,1 1,0 1,1
 * races: some
 */
#include "test.h"

static long shared[2];
static const long ones[2] = {1, 1};

static void *write_both(void *unused)
{
	memcpy(shared, ones, sizeof shared);
	return NULL;
}

int main(void)
{
	pthread_t t = start(write_both, NULL);
	long seen[2];

	memcpy(seen, shared, sizeof seen);
	finish(t);
	printf("%ld,%ld\n", seen[0], seen[1]);
	return 0;
}
