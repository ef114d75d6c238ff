/* SPDX-License-Identifier: MIT */
/* relaxed_order: a relaxed load that is tested orders nothing
 *
 * The second store is made only when the flag was seen, so that the stores have
 * one order here.  A relaxed load synchronises with nothing: by C11 that is a
 * data race; with acquire it is none.
 *
 * check: --exhaustive
 * verdict: verified
 * pair: write A1, write A2, one, one order
 * says: nothing synchronises the two
 * silent: false positive
 * states: 1 2
 *
 * check: --exhaustive --races=error
 * verdict: bug data_race
 * bugs: 1
 * replays: 1
 *
 * check: --exhaustive --races=error --reduce none
 * verdict: bug data_race
 * bugs: 1
 *
 * check: --races=error
 * verdict: bug data_race
 * bugs: 1
 *
 * By limited happens-before as well: it is a race by either, what is behind the
 * join by that one alone.
 *
 * check: --exhaustive --happens-before=limited
 * verdict: verified
 * pair: write A1, write A2, one, one order
 * pair: write A2, read END, one, false positive
 *
 * check: --exhaustive --races=error
 * flags: -DORDER=memory_order_acquire
 * verdict: verified
 * races: none
 * native: sc
 */
#include "test.h"

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static int x;
static atomic_int y;

static void *writes(void *unused)
{
	x = 1; /* A1 */
	atomic_store_explicit(&y, 1, memory_order_release);
	return NULL;
}

static void *looks(void *unused)
{
	if (atomic_load_explicit(&y, ORDER))
		x = 2; /* A2 */
	return NULL;
}

int main(void)
{
	pthread_t t = start(writes, NULL), u = start(looks, NULL);

	finish(t);
	finish(u);
	printf("%d\n", x); /* END */
	return 0;
}
