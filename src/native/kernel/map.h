/* SPDX-License-Identifier: MIT */
/* map.h - mappings of the test: mmap, munmap, mprotect and their kin
 *
 * Anonymous memory comes from a reserved range (layout.h), each thread's part
 * of it in one piece after another, so that an address is a function of the
 * thread and of what it mapped before, and is never handed out twice: whoever
 * uses what was unmapped crashes as natively.
 *
 * Nothing is unmapped: pages that the test gave back are protected, and keep
 * their contents for the way back.  What the kernel has follows the table of
 * areas, which is rewound like memory:
 *
 *   before the log is replayed   everything can be written (map_open)
 *   after it                     protections are as the table says (map_settle)
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
/* What can be read of them, piece by piece. */
void map_ranges(void (*each)(const void *at, uint64_t bytes));

#endif
