/* SPDX-License-Identifier: MIT */
/* state.h - hashes of the state of an execution, whatever the order of
 * independent transitions was that led there
 *
 * Memory is hashed as it lies there: variables of the program and the
 * libraries, heap, mappings of the test, thread-local storage of live threads,
 * synchronisation objects, output, clock, place in the standard input.  Left
 * out:
 *   - the runtime's own variables, and what audit.c has reviewed;
 *   - stacks: compilers leave parts of live frames unset, where the calls
 * before left their traces.  What a frame holds shows in what its thread does
 * next.
 */
#ifndef NATIVE_AUDIT_STATE_H
#define NATIVE_AUDIT_STATE_H

#include <stdint.h>

struct state {
	uint64_t memory;
	uint64_t pending; /* what each live thread will do */
	uint64_t enabled; /* and whether, with which alternatives */
};

/* Once: where the variables lie. */
void state_init(void);
void state_take(struct state *out);

#endif
