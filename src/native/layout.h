/* SPDX-License-Identifier: MIT */
/* layout.h - where the runtime's memory lies in a test process
 *
 * All of it is at fixed addresses, so that a process that goes on with another
 * one's search, a forked child and a replay see the same ones.  Shadow is a
 * linear map of the low 39 bits of an address: program, heap, stacks and
 * libraries lie in different parts of that fold:
 *
 *   fold offset   0 ..  16 GiB   executables linked at a fixed address
 *                16 .. 104 GiB   heap
 *               104 .. 128 GiB   mappings of the test
 *               128 .. 192 GiB   stacks, with the thread control blocks
 *               192 .. 224 GiB   stacks of more than 15 MiB
 *               224 .. 340 GiB   large mappings
 *               341 .. 400 GiB   position-independent executables
 *               480 .. 512 GiB   libraries, mappings, the first stack
 *
 * Cost     reserved, not committed; a page is touched when it is used.
 */
#ifndef NATIVE_LAYOUT_H
#define NATIVE_LAYOUT_H

#include "channel/mapped.h"

#define FOLD_MASK ((1ull << 39) - 1)
#define SHADOW_BASE 0x180000000000ull /* 8 bytes of shadow a byte */
#define SHADOW_BYTES (1ull << 42)
#define TILES_BASE 0x150000000000ull /* a quarter of a byte a byte: tile.h */
#define TILES_BYTES (128 * GIB)

#define RT_BASE 0x130000000000ull /* tables below, in this order */
#define LOG_BYTES (6 * GIB)
#define LOG_LIMIT GIB	       /* the search goes on in fork mode there */
#define ARENA_BYTES (16 * GIB) /* clocks and access records */
#define OBJECTS_MAX (1u << 22)
#define DISK_BYTES (8 * GIB) /* files as the disk has them: kernel/disk.c */

#define IMAGES_BASE 0x13e000000000ull /* initial TLS of threads: tcb.c */

#define HEAP_BASE 0x200400000000ull
#define HEAP_BYTES (88 * GIB)

#define STACKS_BASE 0x202000000000ull
#define STACKS_BYTES (96 * GIB)	    /* with the large ones */
#define STACK_STRIDE (16ull << 20)  /* a slot: guards, stack, TLS, TCB */
#define STACK_GUARD (64ull << 10)   /* unmapped, at both ends */
#define STACK_RUNTIME (64ull << 10) /* below the test's part, ours alone */
#define STACK_USABLE_MAX (STACK_STRIDE - 8 * STACK_GUARD)

/* Larger ones: six sizes, doubling, with 15 places each.  A place is a
 * sixteenth larger than its size, for guards, TLS and TCB. */
#define LARGE_BASE (STACKS_BASE + 64 * GIB)
#define LARGE_FIRST (32ull << 20)
#define LARGE_SIZES 6
#define LARGE_PLACES 15
#define LARGE_SLOTS (LARGE_SIZES * LARGE_PLACES)
#define LARGE_MAX (LARGE_FIRST << (LARGE_SIZES - 1))

#endif
