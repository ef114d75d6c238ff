/* SPDX-License-Identifier: MIT */
/* again_flag: a loop with a deadline that changes something in each turn ends
 * by what it looks at or by the clock, which moves for who reads it again
 *
 * Without that the clock would stand, and the loop have no end but by the flag:
 * turns that count are no waits.  It is never early: what was read in another
 * execution does not count.
 *
 * verdict: verified
 * scope: clock_stands
 * states: set=0,early=0 set=1,early=0
 * native: prints anything
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce source
 *
 * check: --exhaustive --turns all
 */
#include "test.h"

static atomic_int set;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *set_it(void *unused)
{
	atomic_store(&set, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);
	long begin = now_ms();
	int seen = 0, turns = 0;

	for (unsigned r = 1; !seen && now_ms() - begin < 2;) {
		r = r * 1103515245 + 12345;
		seen = atomic_load(&set) + (r == 0);
		turns++;
	}
	finish(t);
	printf("set=%d,early=%d\n", seen, !seen && turns < 4);
	return 0;
}
