/* SPDX-License-Identifier: MIT */
/* left.h - where a thread stood when another one went on though it could have
 *
 * Cost     one store a recorded decision at which the thread may change.
 */
#ifndef NATIVE_LEFT_H
#define NATIVE_LEFT_H

#include "native/rt.h"

/* By step: the instruction that the thread of the step before had announced. */
extern HIDDEN uint64_t left_before[STEPS_MAX];

/* Another thread may go on than the one of the step before: nothing to be done
 * where the running thread does and was that one. */
static inline void left_note(void)
{
	const struct pending *p = &rt.pending[rt.world.last];

	left_before[rt.world.step] = p->spinning ? 0 : p->pc;
}

/* Before that step of the execution under way another thread went on than the
 * one of the step before: the instruction that this one had announced, if it
 * could have made it.  0: none such. */
uint64_t left_at(uint32_t step);

#endif
