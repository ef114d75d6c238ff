/* SPDX-License-Identifier: MIT */
/* many_accesses: what a racing access costs does not grow with their number
 *
 * Eight threads, 1,000 unlocked increments each: every access races with the
 * other threads' last ones, which stand for all their earlier ones.  Compared
 * with every earlier access of the 16,000, an execution takes seconds.
 *
 * check: --strategy random --max-executions 100
 * verdict: partial
 * holes: sampled
 * races: some
 * modes: checkpoint restart
 * exit: 0
 * time: 30
 */
#include "test.h"

static int c;

static void *increment(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		c++;
		/* Or the compiler makes one addition of them. */
		__asm__ volatile("" : : : "memory");
	}
	return NULL;
}

int main(void)
{
	pthread_t t[8];

	for (int i = 0; i < 8; i++)
		t[i] = start(increment, NULL);
	for (int i = 0; i < 8; i++)
		finish(t[i]);
	return 0;
}
