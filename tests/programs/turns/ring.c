/* SPDX-License-Identifier: MIT */
/* ring: a loop that looks at one place after another, until one is set: two or
 * three turns come to nothing together
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * executions: 2
 * blocked: 1
 * states: 0 1
 * races: none
 * native: sc
 *
 * Numbers of tests/oracle/erased.py ("ring 2", "ring 3"): each place is the
 * first that is found set, and nothing else matters.
 *
 * check: --exhaustive --turns erased
 * flags: -DPLACES=3
 * verdict: verified
 * executions: 3
 * blocked: 1
 * states: 0 1 2
 *
 * What goes round is the sign of a word of its own, at which another one looks
 * first, and may see either value
 * ("flip 2").
 *
 * check: --exhaustive --turns erased
 * flags: -DFLIPS
 * verdict: verified
 * executions: 6
 * blocked: 3
 * states: 0,0 0,1 1,0 1,1
 *
 * ("flip 1": what goes round lies in memory alone, and every head is like the
 * one before.)
 *
 * check: --exhaustive --turns erased
 * flags: -DFLIPS -DPLACES=1
 * verdict: verified
 * executions: 6
 * blocked: 3
 * states: 0,0 1,0
 *
 * Nobody sets anything.
 *
 * check: --exhaustive --turns erased
 * flags: -DNOBODY
 * verdict: bug livelock
 * races: none
 *
 * check: --exhaustive --turns erased
 * flags: -DNOBODY -DFLIPS -DPLACES=1
 * verdict: bug livelock
 * races: none
 */
#include "test.h"

#ifndef PLACES
#define PLACES 2
#endif

static atomic_int own;
atomic_int set[PLACES]; /* who knows who sets it? */
static int found, looked;

static void *wait_for_one(void *unused)
{
	int at = PLACES - 1;

	do { /* no compiler copies a part of that before the loop */
		at = (at + 1) % PLACES;
#ifdef FLIPS
		atomic_fetch_xor(&own, 1);
#endif
	} while (!atomic_load(&set[at]));
	found = at;
	return unused;
}

static void *set_one(void *which)
{
	int i = (int)(long)which;

#ifdef FLIPS
	if (i == 0)
		looked = atomic_load(&own);
#endif
#ifndef NOBODY
	atomic_store(&set[i], 1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t setting[PLACES], t = start(wait_for_one, NULL);

	for (int i = 0; i < PLACES; i++)
		setting[i] = start(set_one, (void *)(long)i);
	finish(t);
	for (int i = 0; i < PLACES; i++)
		finish(setting[i]);
#ifdef FLIPS
	printf("%d,", looked);
#endif
	printf("%d\n", found);
	return 0;
}
