/* SPDX-License-Identifier: MIT */
/* again_tsc: the compiler's functions for the time stamp counter read the time
 * of the test: loops that wait by it end, with memory in them or not, and what
 * they come to is proven
 *
 * verdict: verified
 * scope: clock_stands
 * native: prints anything
 *
 * check: --exhaustive
 * states: set=0 set=1
 *
 * check: --exhaustive --reduce source
 * states: set=0 set=1
 *
 * check: --exhaustive
 * flags: -DNOTHING_ELSE
 * states: set=0 set=1
 */
#include "test.h"
#include <x86intrin.h>

static atomic_int set;
static uint64_t end;
static volatile unsigned turns;

static void *set_it(void *unused)
{
	atomic_store(&set, 1);
	return NULL;
}

int main(void)
{
	unsigned processor;
	uint64_t first = __rdtsc();
	pthread_t t = start(set_it, NULL);
	int seen = 0;

	end = __rdtscp(&processor) + 2000;
	assert(end >= first + 2000);
	while (!seen && __rdtsc() < end) {
		seen = atomic_load(&set);
#ifndef NOTHING_ELSE
		turns = turns + 1;
#endif
	}
	finish(t);
	printf("set=%d\n", seen);
	return 0;
}
