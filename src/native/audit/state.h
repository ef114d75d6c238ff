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

#include "channel/differs.h"

#include <stdint.h>

struct state {
	uint64_t memory;
	uint64_t pending; /* what each live thread will do */
	uint64_t enabled; /* and whether, with which alternatives */
};

/* A piece of it, as it is now. */
struct state_piece {
	enum state_part part;
	uint64_t where; /* address; of a thread its number */
	const void *now;
	const void *then; /* before the first execution; or NULL */
	uint64_t bytes;
};
typedef void state_each_fn(const struct state_piece *);
void state_each(state_each_fn *each);

/* Once: where the variables lie. */
void state_init(void);
void state_take(struct state *out);

#endif
