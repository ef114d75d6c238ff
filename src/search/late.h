/* SPDX-License-Identifier: MIT */
/* late.h - stores that others see later, as objects of footprints
 *
 * Under tso and pso a store goes into a buffer of its thread, as an *entry*; it
 * is in memory once the buffer, which is no thread, has flushed it.  All that
 * happens before what follows from two objects for each entry, which the
 * machine tells with the transitions (docs/design/025-models.md): the entry,
 * and its value.
 *
 * An entry is named by its thread, which of its buffers, and how many were
 * there before: by that thread's past alone.
 */
#ifndef SEARCH_LATE_H
#define SEARCH_LATE_H

#include "search/footprint.h"

/* Entry `number`, from 0, of a buffer of thread `owner`. */
static inline uint64_t entry_of(tid owner, uint16_t buffer, uint32_t number)
{
	return (uint64_t)LATE_TAG << LATE_SHIFT | (uint64_t)owner << 44 |
	       (uint64_t)(buffer & 0xfff) << 32 | number;
}

static inline tid entry_owner(uint64_t entry)
{
	return entry >> 44 & 0xfff;
}

static inline bool is_entry(uint64_t object)
{
	return object >> LATE_SHIFT == LATE_TAG;
}

static inline bool is_value(uint64_t object)
{
	return object >> LATE_SHIFT == LATE_TAG + 1;
}

/* Its store, and its flush. */
struct access late_made(uint64_t entry);
/* What can only be made once it was flushed: who waits for the buffer, and a
 * release that leaves after it. */
struct access late_waited(uint64_t entry);
/* A load of its thread that reads it, in the buffer, or in memory where nobody
 * has written since: in place of an access to memory. */
struct access late_served(uint64_t entry);
/* A write, by an operation of this kind, over it in memory. */
struct access late_covered(uint64_t entry, uint8_t kind);

/* Memory has a life: what is given back ends it, and every store and load goes
 * by it, but no flush.  As an access, to bytes at another address, from these
 * on. */
#define LIFE (1ull << 55)

static inline bool is_life(uint64_t address)
{
	return address >> 55 == 1;
}

/* Is one an entry's store, and the other one its flush or who waits for it? */
bool late_in_order(const struct footprint *a, const struct footprint *b);

#endif
