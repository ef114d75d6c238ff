/* SPDX-License-Identifier: MIT */
/* place.h - where a thread is: stack pointer and callee-saved registers at one
 * of its frames, as the unwinder knows them.  Some microseconds a call. */
#ifndef NATIVE_SPIN_PLACE_H
#define NATIVE_SPIN_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct place {
	uint64_t sp;
	uint64_t reg[6]; /* rbx, rbp, r12 .. r15 */
};

/* Of the running thread, in the frame that will go on at pc.  False: no such
 * frame. */
bool place_now(struct place *place, uint64_t pc);

#endif
