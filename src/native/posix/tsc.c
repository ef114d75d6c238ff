/* SPDX-License-Identifier: MIT */
/* tsc.c - the processor's time stamp counter, where the compiler's own function
 * asks for it (plugin/tsc.h): the test's clock, one tick a nanosecond
 *
 * What the instruction says could not be replayed, and a loop that waits by it
 * would not be known to wait.
 */
#include "native/posix/clock.h"

#include <x86intrin.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT uint64_t __scarp_rdtsc(void)
{
	return controlled() ? clock_ticks(CALLER) : __rdtsc();
}

/* Of processors there is one, number 0. */
EXPORT uint64_t __scarp_rdtscp(uint32_t *processor)
{
	uint64_t ticks;

	if (!controlled())
		return __rdtscp(processor);
	ticks = clock_ticks(CALLER);
	access_write(processor, sizeof *processor, CALLER);
	*processor = 0;
	return ticks;
}
