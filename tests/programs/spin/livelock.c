/* SPDX-License-Identifier: MIT */
/* livelock: each waits for a flag that only the other could set
 *
 * The flags have external linkage: of static ones clang knows that nobody ever
 * sets them, and even in a plain build leaves nothing of the loops to look at.
 *
 * check: --exhaustive
 * verdict: bug livelock
 *
 * check:
 * verdict: bug livelock
 */
#include "test.h"

atomic_int a, b;

static void *wait_for_b(void *unused)
{
	while (!atomic_load(&b))
		;
	atomic_store(&a, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(wait_for_b, NULL);

	while (!atomic_load(&a))
		;
	atomic_store(&b, 1);
	finish(t);
	return 0;
}
