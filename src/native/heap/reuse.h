/* SPDX-License-Identifier: MIT */
/* reuse.h - freed memory that is handed out again (--heap=reuse)
 *
 * Without it no address lives twice, so that use after free is exact, and ABA
 * cannot happen.  With it, allocation and free are decision points, and which
 * freed block an allocation gets, or that it gets new memory, is an alternative
 * of it: docs/design/005-heap-reuse.md.
 */
#ifndef NATIVE_REUSE_H
#define NATIVE_REUSE_H

#include "native/rt.h"

/* The next execution does so, if the search was left the choice (`wanted`) or
 * the user asked for it. */
void reuse_begin(bool wanted);

/* Is the allocation or free of n bytes, called from pc, a decision point? */
bool reuse_sees(size_t n, uint64_t pc);
/* Decides; the freed block that an allocation gets; 0: new memory. */
uint64_t reuse_take(size_t n, uint64_t pc);
/* The point before a free; then what it adds to the list. */
void reuse_free_point(size_t n, uint64_t pc);
void reuse_add(uint64_t block, size_t n);

/* Where nothing is handed out again: notes what might have been, a scope. */
void reuse_note_free(size_t n, uint64_t pc);
void reuse_note_allocation(size_t n, uint64_t pc);

#endif
