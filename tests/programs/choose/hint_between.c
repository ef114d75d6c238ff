/* SPDX-License-Identifier: MIT */
/* hint_between: what is waited for comes between look and hint: the loop
 * looks once more, and then for ever
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DNEVER
 * verdict: bug livelock
 *
 * How many looks found nothing, and whether a third thread had done something:
 * one, and it had not, as the flag came between look and hint.  The first hint
 * passes if anybody has begun; later ones need a step of the others, of which
 * the third thread has two.
 *
 * check: --exhaustive
 * flags: -DCOUNTS
 * verdict: verified
 * states: 0,0 0,1 1,0 1,1 2,0 2,1 3,1
 * native: prints anything
 */
#include "test.h"

#include <scarp/scarp.h>

static atomic_int flag, other;

static void *set(void *unused)
{
#ifndef NEVER
	atomic_store(&flag, 1);
#endif
	return NULL;
}

static void *set_other(void *unused)
{
	atomic_store(&other, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL);
#ifdef COUNTS
	pthread_t u = start(set_other, NULL);
	volatile int looks = 0;
	int seen;

	while (!atomic_load(&flag)) {
		looks++;
		scarp_spin_hint();
	}
	seen = atomic_load(&other);
	finish(u);
	printf("%d,%d\n", looks, seen);
#else
	(void)set_other;
	while (!atomic_load(&flag)) {
		atomic_load(&other);
		scarp_spin_hint();
	}
#endif
	finish(t);
	return 0;
}
