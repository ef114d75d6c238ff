/* SPDX-License-Identifier: MIT */
/* turn_by_turn: T sets a to 1 and to 2, U waits to find it 1 and then 2: it
 * goes on between two steps of T, and again between the next two
 *
 * Alone, at any step of T, U comes round in vain: that proves no livelock.
 *
 * check: --exhaustive --turns erased
 * verdict: partial
 * holes: dead_end
 * states: done
 * native: sc
 */
#include "test.h"

static atomic_int a, found;

static void *set(void *unused)
{
	while (!atomic_load(&found)) {
		atomic_store(&a, 1);
		atomic_store(&a, 2);
	}
	return unused;
}

static void *find(void *unused)
{
	while (!(atomic_load(&a) == 1 && atomic_load(&a) == 2))
		;
	atomic_store(&found, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL), u = start(find, NULL);

	finish(t);
	finish(u);
	puts("done");
	return 0;
}
