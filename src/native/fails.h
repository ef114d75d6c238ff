/* SPDX-License-Identifier: MIT */
/* fails.h - calls that fail because the search says so (--fail)
 *
 * Whether one does is decided before anything else of it: a choice of its
 * thread, like scarp_choose(2).  In one execution so many fail and no more
 * (--failures), whoever makes them; behind that the choice has one alternative,
 * and stays a decision point, so that a thread does the same whatever others
 * did.
 *
 * What is left is no state that makes calls depend on each other: how many of
 * an execution failed is the same in each order of its transitions, so where
 * two of them that are next to each other can be made, they can be made in the
 * other order, and nobody ever has to wait.  A call that cannot fail any more
 * has its failure in an execution in which the other one went well
 * (docs/design/019-failures.md).
 *
 * Cost     nothing but a test where the option is off.
 */
#ifndef NATIVE_FAILS_H
#define NATIVE_FAILS_H

#include "channel/failure.h"
#include "native/rt.h"

int fails_ask(enum failing call, uint64_t pc);
bool fails_ask_memory(enum failing call, uint64_t pc);

/* Is the call of the running thread to fail?  With which error; 0: it goes on.
 * A decision point, if it is one that --fail names. */
static inline int fails(enum failing call, uint64_t pc)
{
	return unlikely(rt.failing >> call & 1) ? fails_ask(call, pc) : 0;
}

/* The same for an allocation of the test's own, with errno set; what libraries
 * allocate for themselves never fails.  `call` is malloc for whatever may be
 * `new`. */
static inline bool fails_to_allocate(enum failing call, uint64_t pc)
{
	return unlikely(rt.failing >> call & 1) && fails_ask_memory(call, pc);
}

#endif
