/* SPDX-License-Identifier: MIT */
/* spin.h - exact detection of spinning (search-rules 8, native-rules 16)
 *
 * A thread that comes back to the same place with the same state, having
 * changed nothing, would only repeat itself: its next operation becomes an
 * `await` on what the iteration read, enabled when one of these differs.
 */
#ifndef NATIVE_SPIN_H
#define NATIVE_SPIN_H

#include "native/rt.h"

/* The hook budget is spent: watch this loop, or cut the execution. */
void spin_fuel(uint64_t address, size_t size, uint64_t pc);
/* The running thread arrives at a decision point; its pending entry is set.
 * Marks it as spinning when it has made a zero-effect iteration. */
void spin_arrive(uint64_t pc, void *frame);
/* An operation changed or read `n` bytes of an object's state (a lock word of
 * ours): part of the iteration like any access. */
void spin_object(void *state, size_t n, bool changed);
/* Sets offers of a spinning thread: enabled iff something it read differs. */
void spin_offer(struct thread *t, struct pending *p);
/* A new execution: nothing is watched. */
void spin_reset(void);
/* Another thread (or another segment) begins. */
void spin_switch(void);

#endif
