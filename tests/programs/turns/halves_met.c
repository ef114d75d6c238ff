/* SPDX-License-Identifier: MIT */
/* halves_met: a thread waits until a word is no longer 0, of which two others
 * store a half each
 *
 * Where it waits before the one, the other one may let it go.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1 2 3
 * executions: 3
 * native: sc
 *
 * check: --exhaustive --turns erased --reduce source
 * verdict: verified
 * states: 1 2 3
 */
#include "test.h"

static union {
	_Atomic unsigned all;
	_Atomic unsigned short half[2];
} u;

static void *first(void *unused)
{
	atomic_store(&u.half[0], 1);
	return unused;
}

static void *second(void *unused)
{
	atomic_store(&u.half[1], 2);
	return unused;
}

int main(void)
{
	pthread_t t = start(first, NULL), v = start(second, NULL);
	unsigned seen;

	do
		seen = atomic_load(&u.all);
	while (!seen);
	printf("%u\n", (seen & 0xffff) + (seen >> 16));
	finish(t);
	finish(v);
	return 0;
}
