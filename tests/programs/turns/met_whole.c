/* SPDX-License-Identifier: MIT */
/* met_whole: of a wait's place another store changes more than that, so that
 * nobody tells what it found there; the store before it is seen for a moment
 *
 * check: --exhaustive
 * verdict: bug assertion
 */
#include "test.h"

static union {
	_Atomic unsigned long all;
	_Atomic unsigned half[2];
} u;

static void *waits(void *unused)
{
	unsigned seen;

	while (!(seen = atomic_load(&u.half[0])))
		;
	assert(seen == 2); /* BUG */
	return unused;
}

int main(void)
{
	pthread_t t = start(waits, NULL);

	atomic_store(&u.half[0], 1);
	atomic_store(&u.half[0], 0);
	atomic_store(&u.all, 2);
	finish(t);
	return 0;
}
