/* SPDX-License-Identifier: MIT */
/* heap.h - the rewound heap: one arena a thread, no address lives twice
 *
 * A block's address depends on the thread that allocates, how many blocks it
 * allocated before and their sizes (search-rules 4).  Blocks stand between red
 * zones, freed ones are not handed out again, so use after free is exact.
 *
 *   [header 48][block, 16-aligned][right zone >= 32]
 */
#ifndef NATIVE_HEAP_H
#define NATIVE_HEAP_H

#include "native/rt.h"

/* In a search, for who called from pc: malloc.c.  0: errno says why.  Aligned:
 * as in glibc, what is no power of two is rounded up.  To be resized or
 * released is what is not NULL; the size is that of a block of this heap. */
void *heap_allocate(size_t n, uint64_t pc);
void *heap_allocate_aligned(size_t n, size_t align, uint64_t pc);
void *heap_allocate_zeroed(size_t n, uint64_t pc);
void *heap_resize(void *p, size_t n, uint64_t pc);
void heap_release(void *p, uint64_t pc);
size_t heap_size(const void *block);

/* Which life of which block the address is in: a number that no other has, and
 * the stamp at which it began (0: the first).  0: no block.  O(blocks). */
uint64_t heap_life(uint64_t address, uint32_t *since);
/* Fills block, size, who allocated and freed it. */
void heap_describe(uint64_t address, struct channel_place *out);
/* A library's data hold this word: if it leads to a block that a library
 * allocated, that is kept.  Then the next such block, whose bytes are to be
 * looked at as well; false: none. */
void heap_keep(uint64_t address);
bool heap_kept_next(uint64_t *from, uint64_t *to);
/* Is a block of theirs left? */
bool heap_of_libraries(void);
/* Execution's end: each block that t allocated, freed or not, with its header.
 * Between blocks lie zones, which hold what an earlier execution's library
 * wrote, when there was a block. */
void heap_each(tid t, void (*each)(const void *at, uint64_t bytes));
/* How many blocks and bytes are still allocated; the first
 * one's address. */
size_t heap_leaks(size_t *bytes, uint64_t *first);
/* Are all blocks that t has allocated since its arena ended at `from` freed, by
 * t itself?  O(those blocks). */
bool heap_all_freed(tid t, uint64_t from);
/* Whose arena an address lies in, and where that begins; TID_NONE: nobody's. */
tid heap_owner(uint64_t address, uint64_t *base);
/* Bytes in use of a thread's arena, and where that begins. */
uint64_t heap_used(tid t, uint64_t *base);
void heap_init(void);
/* Is it the address of something in a block, but for the upper 32 bits?  Never
 * what a null pointer and an offset are.  O(blocks). */
bool heap_has_half(uint32_t half);

#endif
