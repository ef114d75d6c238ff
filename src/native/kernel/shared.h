/* SPDX-License-Identifier: MIT */
/* shared.h - files that memory shows: MAP_SHARED
 *
 * There is one copy of the file's bytes, its home, among the mappings, from its
 * first byte on: each mapping of it lies there, at the same address as any
 * other that there is at the time, and reads and writes of descriptors go there
 * as well.  When nothing shows it any more, the next mapping gets a new home:
 * an address that was unmapped is never used again.
 */
#ifndef NATIVE_KERNEL_SHARED_H
#define NATIVE_KERNEL_SHARED_H

#include "native/kernel/file.h"

/* Maps n bytes, whole pages, of an open file; part of an operation. */
void *shared_map(
	const struct file *f, uint64_t from, uint64_t n, int protection);
/* Does any memory show the file now? */
bool shared_shows(uint32_t number);
/* A call reads bytes of a file that has a home, or is about to change them. */
void shared_reads(uint32_t number, uint64_t from, uint64_t n, uint64_t pc);
void shared_writes(uint32_t number, uint64_t from, uint64_t n, uint64_t pc);
/* A mapping of a file is to be so long: from then on it is; false: there is no
 * room. */
bool shared_extend(uint64_t start, uint64_t size, uint64_t wanted);

#endif
