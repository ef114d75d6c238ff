/* SPDX-License-Identifier: MIT */
/* range_edges: two ranges share eight bytes, which are the last ones of the
 * first range, and the beginning of 256 that the second one has as a whole
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * exit: 4
 * races: some
 *
 * Behind these eight bytes they share none.
 *
 * check: --exhaustive
 * flags: -DSHARED=0
 * verdict: verified
 * races: none
 */
#include "test.h"

#ifndef SHARED
#define SHARED 8
#endif

enum {
	BEFORE = 20 * 256,
	AFTER = 8192
};

static char *block, *middle;

static void *first(void *unused)
{
	memset(middle - BEFORE, 1, BEFORE + SHARED);
	return unused;
}

static void *second(void *unused)
{
	memset(middle, 2, AFTER);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	block = malloc(BEFORE + 256 + AFTER);
	middle = (char *)(((uintptr_t)block + BEFORE + 255) & ~(uintptr_t)255);
	t = start(first, NULL);
	u = start(second, NULL);
	finish(t);
	finish(u);
	return 0;
}
