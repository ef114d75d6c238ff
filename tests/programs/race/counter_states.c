/* SPDX-License-Identifier: MIT */
/* counter_states: all results of unlocked increments, and no other
 *
 * Two threads, one increment each: 1 or 2.  Two each: 2, 3 or 4; and 2 needs
 * one thread to read first and write before the other's last write (r1, r2 w2
 * r2, w1, r1 w1, w2 = 2).
 *
 * check: --exhaustive
 * flags: -DTIMES=1
 * verdict: verified
 * states: c=1 c=2
 * races: some
 *
 * check: --exhaustive
 * flags: -DTIMES=2
 * verdict: verified
 * states: c=2 c=3 c=4
 * races: some
 */
#include "test.h"

static int c;

static void *increment(void *unused)
{
	for (int i = 0; i < TIMES; i++) {
		c++;
		/* Or the compiler makes one addition of them. */
		__asm__ volatile("" : : : "memory");
	}
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	printf("c=%d\n", c);
	return 0;
}
