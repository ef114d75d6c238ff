/* SPDX-License-Identifier: MIT */
/* counted.h - turns that a loop counts for nothing but to give up
 *
 * A turn without effect of such a loop is no part of a trace either if the
 * thread makes more of them: it could have begun later, with a smaller count,
 * of which nothing depends but when the loop gives up.  Giving up after the
 * last of n such turns is giving up after n at the moment of one of them.  So
 * when one was made, and its next would be the same, the thread makes the rest
 * of them in haste, until it leaves the loop: without decision points.
 *
 * But after n of them there might have been one with an effect, as the last; or
 * one that would not be repeated, since others came between its operations, and
 * that left something behind.  It is met without the n, too: if the loop was
 * ever left in haste the test is searched again, without (COARSE_COUNTS).  So
 * it is where a turn may end anywhere, having read what a later one would give
 * up with.
 */
#ifndef NATIVE_SPIN_COUNTED_H
#define NATIVE_SPIN_COUNTED_H

#include "native/spin/turn.h"

/* The thread is back at the head of a counted loop, where it begins its turn
 * `now`; had the last one no effect? */
void counted_again(struct thread *t, const struct turn *last, struct turn *now,
	bool nothing);
/* The running thread leaves a loop that is counted, or begins to count anew. */
void counted_left(uint64_t activation, uint8_t loop);
/* From now on a turn may end where the loop does not: by a handler that leaves
 * it, or a cancellation. */
void counted_cut_short(void);
/* In a loop that will give up, which is decided: is an operation of this kind
 * no decision point? */
bool counted_passes(struct thread *t, enum op kind);

#endif
