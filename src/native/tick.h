/* SPDX-License-Identifier: MIT */
/* tick.h - for tests: SCARP_TICKS=N, a timer for each thread
 *
 * What models of memory need of the scheduler, where there is none: a timer is
 * an internal entry (internal.h) that its thread has from its beginning, and
 * ticks N times, whenever the search says; a tick moves the clock on by a
 * second.  The thread makes a fence, waits for a semaphore, and ends, only when
 * its timer has run down, as it does when a buffer has to be empty.
 */
#ifndef NATIVE_TICK_H
#define NATIVE_TICK_H

#include "native/rt.h"

extern HIDDEN uint32_t ticks; /* 0: there are no timers */
void tick_begin_timer(tid t);

static inline void tick_thread_begins(tid t)
{
	if (unlikely(ticks))
		tick_begin_timer(t);
}

#endif
