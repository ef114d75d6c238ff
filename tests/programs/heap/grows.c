/* SPDX-License-Identifier: MIT */
/* grows: a block that realloc moves each time costs the square of its size, so
 * it stays after 63 times, and that is said.  Until then whoever holds on to an
 * old place is found, and what lies behind the block always; a thread that uses
 * it while it stays races with realloc.
 *
 * check: --exhaustive
 * flags: -DTIMES=10000
 * verdict: verified
 * scope: realloc_stays
 *
 * check: --exhaustive
 * flags: -DTIMES=60
 * verdict: verified
 * silent: stays where it is
 *
 * check: --exhaustive
 * flags: -DTIMES=60 -DHOLDS
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DTIMES=1000 -DBEHIND
 * verdict: bug heap_overflow
 * native: exits 0
 *
 * check: --exhaustive --races=error
 * flags: -DTIMES=1000 -DBESIDE
 * verdict: bug data_race
 * native: exits 0
 */
#include "test.h"

static void *reads(void *arg)
{
	return *(char *)arg == 'y' ? arg : NULL; /* BUG */
}

int main(void)
{
	pthread_t t;
	size_t n = 0;
	char *block = NULL, *old = NULL;

	for (int i = 0; i < TIMES; i++, n += 101) {
#ifdef BESIDE
		if (i == TIMES - 1)
			t = start(reads, block);
#endif
		old = block;
		block = realloc(block, n + 101);
		memset(block + n, 'x', 101);
		assert(block[n / 2] == 'x' && block[n + 100] == 'x');
	}
#ifdef HOLDS
	old[0] = 'y'; /* BUG */
#elif defined BEHIND
	block[n] = 'y'; /* BUG */
#elif defined BESIDE
	finish(t);
#endif
	(void)t, (void)old;
	free(block);
	return 0;
}
