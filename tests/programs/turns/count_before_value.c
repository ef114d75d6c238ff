/* SPDX-License-Identifier: MIT */
/* count_before_value: a loop asks its count before what it has read
 *
 * The third look gives up, whatever it has found; a look before that leaves if
 * x is set.  So x can be found set by the look that gives up, or not at all.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0,1 1,0 1,1
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: 0,1 1,0 1,1
 *
 * Each second look begins to count anew, and tells what it has found before it
 * leaves for that: the first look leaves, the second, the third, ...
 *
 * check: --exhaustive
 * flags: -DANEW
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -O0 -DANEW
 * verdict: verified
 * states: 0 1 2
 */
#include "test.h"

static atomic_int x, told;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
	int found, n = 0;

#ifdef ANEW
	do {
		found = atomic_load(&x);
		if (++n >= 2) {
			atomic_store(&told, found + 1);
			n = 0;
		}
	} while (!found);
	finish(t);
	printf("%d\n", atomic_load(&told));
#else
	int gave_up = 0;

	for (;;) {
		found = atomic_load(&x);
		if (++n >= 3) {
			gave_up = 1;
			break;
		}
		if (found)
			break;
	}
	finish(t);
	printf("%d,%d\n", gave_up, found);
#endif
	return 0;
}
