/* SPDX-License-Identifier: MIT */
/* place.h - where a thread is: stack pointer and callee-saved registers at one
 * of its frames, as the unwinder knows them, and how it rounds.  Some
 * microseconds a call.
 *
 * The frame is the test's.  But where the runtime stands in for a library and
 * announces each access that this makes, it may be in a loop of its own: then
 * the frame is the one that announces, so that its locals count as well. */
#ifndef NATIVE_SPIN_PLACE_H
#define NATIVE_SPIN_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct place {
	uint64_t sp;
	uint64_t ip;
	uint64_t reg[6]; /* rbx, rbp, r12 .. r15 */
	uint64_t fpu;
};

/* How the running thread rounds, and what traps. */
uint64_t place_fpu(void);

/* Of the running thread, in the frame that will go on at pc, or in the one that
 * announced the access (rt.announced).  False: no such frame. */
bool place_now(struct place *place, uint64_t pc);

#endif
