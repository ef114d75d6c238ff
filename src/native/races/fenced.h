/* SPDX-License-Identifier: MIT */
/* fenced.h - stores that are seen at once where others are late: --fence
 *
 * By tso a store of a line that --fence names waits for the older ones of its
 * thread and is made in memory, as a sequentially consistent one is: what
 * others can see of it is what they could with a fence behind it.  By pso such
 * a fence lets the store itself overtake older ones, so it goes into its
 * buffer, and what its thread does next waits (buffer.h).  The line is that of
 * the first function of the test: what a function of the system's headers
 * stores (std::atomic::store, where it was not inlined) belongs to who called
 * it.
 *
 * Cost     without --fence a test, and that only where stores are late; else a
 *          binary search for each store that could be late, and a walk of some
 *          frames where it stands in a header of the system's.
 */
#ifndef NATIVE_FENCED_H
#define NATIVE_FENCED_H

#include "native/rt.h"

enum fences {
	FENCES_NONE,
	FENCES_AT_ONCE, /* the store is made in memory */
	FENCES_BEHIND	/* and by pso a fence stands behind it */
};

/* Once, behind filter_load(). */
void fenced_load(void);

/* By the running thread; pc is the return address of its hook. */
bool fenced_at(uint64_t pc);

static inline bool store_is_fenced(uint64_t pc)
{
	return unlikely(rt.fences) && fenced_at(pc);
}

static inline bool store_is_made_now(uint64_t pc)
{
	return unlikely(rt.fences == FENCES_AT_ONCE) && fenced_at(pc);
}

#endif
