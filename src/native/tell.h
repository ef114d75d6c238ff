/* SPDX-License-Identifier: MIT */
/* tell.h - who listens to decisions and operations: footprints, limited
 * happens-before, the trace of a replay, a thread's trial
 *
 * Called where rt.telling says that somebody does.
 */
#ifndef NATIVE_TELL_H
#define NATIVE_TELL_H

#include "native/rt.h"

/* It was recorded; its thread has not gone on yet. */
void tell_decision(const struct choice *c) __attribute__((cold));
/* What no thread makes is made now. */
void tell_internal(const struct pending *p) __attribute__((cold));
/* The operation was granted; its effect has not been made. */
void tell_granted(const struct thread *self, enum op kind, uint64_t object,
	uint32_t size) __attribute__((cold));

#endif
