/* SPDX-License-Identifier: MIT */
/* time_stamp: a loop that waits by the processor's time stamp counter reads
 * nothing that scarp sees, and ends all the same: no livelock
 *
 * The decision points are the two stores of x: 2 orders.  What the counter says
 * is not replayed, which is the hole.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: real_time
 * executions: 2
 */
#include "test.h"
#include <stdatomic.h>

static atomic_int x;

/* By assembly: the compiler's own function is a call of scarp's
 * (time/again_tsc.c). */
static unsigned long long ticks_now(void)
{
	unsigned low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (unsigned long long)high << 32 | low;
}

static void pause_for(unsigned ticks)
{
	unsigned long long end = ticks_now() + ticks;

	while (ticks_now() < end)
		__builtin_ia32_pause();
}

static void *work(void *unused)
{
	pause_for(20000);
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	pause_for(10000);
	atomic_store(&x, 2);
	finish(t);
	return atomic_load(&x) == 0;
}
