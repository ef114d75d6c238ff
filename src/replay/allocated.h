/* SPDX-License-Identifier: MIT */
/* allocated.h - what type a block of memory is of that a function asked for
 *
 * malloc is not told.  Its caller's source line is, and says it in one of a few
 * ways: `sizeof *n`, `sizeof(struct node)`, `new node`, or `n = malloc(...)`,
 * where n, a variable or a member, is a pointer.  A type counts if the block
 * holds a whole number of it, and if it is the only one that the strongest of
 * these ways leads to.  What allocators of C++'s library ask for they say by
 * their own type.
 */
#ifndef REPLAY_ALLOCATED_H
#define REPLAY_ALLOCATED_H

#include "replay/blocks.h"
#include "replay/symbols.h"

/* symbols_allocated in one module; `pc` is inside of the call. */
bool allocated_find(struct blocks *b, uint64_t pc, const char *line, bool outer,
	uint64_t size, struct typed *out);
/* symbols_part. */
bool allocated_part(const struct typed *t, uint64_t offset, uint64_t size,
	struct datum *out);

#endif
