/* SPDX-License-Identifier: MIT */
/* fenced.h - stores that are seen at once where others are late: --fence
 *
 * A store of a line that --fence names waits for the older ones of its thread
 * and is made in memory, as a sequentially consistent one is: what others can
 * see of it is what they could with a fence behind it.  The line is that of the
 * first function of the test: what a function of the system's headers stores
 * (std::atomic::store, where it was not inlined) belongs to who called it.
 *
 * Cost     without --fence a test, and that only where stores are late; else a
 *          binary search for each store that could be late, and a walk of some
 *          frames where it stands in a header of the system's.
 */
#ifndef NATIVE_FENCED_H
#define NATIVE_FENCED_H

#include "native/rt.h"

/* Once, behind filter_load(). */
void fenced_load(void);

/* By the running thread; pc is the return address of its hook. */
bool fenced_at(uint64_t pc);

static inline bool store_is_fenced(uint64_t pc)
{
	return unlikely(rt.fences) && fenced_at(pc);
}

#endif
