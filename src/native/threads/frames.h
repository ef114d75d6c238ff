/* SPDX-License-Identifier: MIT */
/* frames.h - frames that were left, and stacks of threads that have ended
 *
 * A thread that reaches into another one's stack finds a frame there as long as
 * it lies above what that thread's innermost call uses; below it, and on the
 * stack of a thread that has ended, is dead memory.
 *
 * To leave a frame is a write over it.  What other threads ever touched on
 * stacks is kept, for all executions of a search (channel->crossing); a
 * function that returns, and a thread that ends, writes over those of these
 * bytes that were its own, as free() does over a block.  So an access and the
 * leaving that nothing orders are a data race; the access is a decision point
 * from then on, and is made after the leaving, too.
 *
 * An access may be the first of its kind in a frame that lies where others were
 * before.  Then nobody knows of what their leaving would have raced with: the
 * search begins again.  So it does where traces are compared by all accesses
 * (audit/reduction.h), of which leaving is one.
 *
 * Cost     two compares when a function returns; no more where no thread
 *          touches another one's stack.
 */
#ifndef NATIVE_FRAMES_H
#define NATIVE_FRAMES_H

#include "native/rt.h"

/* Is that another thread's stack? */
static inline bool frames_foreign(uint64_t address)
{
	return unlikely(address - STACKS_BASE < STACKS_BYTES) &&
	       !thread_owns(rt.self, address);
}

/* The running thread makes an access there.  Does not return if it is dead. */
void frames_access(uint64_t address, size_t size, bool write, uint64_t pc);

/* Are they of that thread's stack, and no other thread has ever touched them?
 */
bool frames_private(const struct thread *t, uint64_t address, size_t size);

/* It leaves a frame: all that lies between these addresses.  Asked only where
 * rt.crossed is set. */
void frames_left(uint64_t low, uint64_t high, uint64_t pc);
/* It ends. */
void frames_ended(void);

#endif
