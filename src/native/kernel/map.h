/* SPDX-License-Identifier: MIT */
/* map.h - mappings of the test, as others go by them
 *
 * Memory that the test maps comes from reserved ranges (layout.h), each
 * thread's part of one in one piece after another, so that an address is a
 * function of the thread and of what it mapped before, and is never handed out
 * twice: whoever uses what was unmapped crashes as natively.  What is too large
 * for that comes from a range of all threads, in an operation.
 *
 * What the calls do: map.c.  The table: areas.h.  Pages that were never touched
 * cost nothing: touched.h.  Files: shared.h.
 *
 * Cost     nothing where nothing is mapped.
 */
#ifndef NATIVE_KERNEL_MAP_H
#define NATIVE_KERNEL_MAP_H

#include "native/rt.h"

/* Before the first execution. */
void map_init(void);
/* Around going back, when map_any. */
extern HIDDEN bool map_any; /* something was mapped or protected, ever */
void map_open(void);
void map_settle(void);
/* n bytes of new memory, what may be done with it, and its end as by munmap;
 * parts of an operation. */
uint64_t map_fresh(uint64_t n, uint64_t pc);
void map_allow(uint64_t at, uint64_t n, int protection);
void map_drop(uint64_t at, uint64_t n, uint64_t pc);
/* What can be read of them and is anything but zero, page by page. */
void map_ranges(void (*each)(const void *at, uint64_t bytes));

#endif
