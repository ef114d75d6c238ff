/* SPDX-License-Identifier: MIT */
/* lockset.h - which locks a thread has, as a small number
 *
 * Sets are interned: equal sets have equal numbers, 0 is the empty one, and a
 * number fits wherever an access is remembered.  A lock is its type and its
 * address: a mutex inside a semaphore at the same address is another one
 * (thesis, section 3.4.4).  A lock taken again by who has it counts, so that
 * giving it back once does not take it out.
 *
 * Sets outlive executions: which number a set has tells nothing, and going back
 * to an earlier point is to put the threads' numbers back.
 *
 * Memory   the caller's.  What does not fit is not in the set: a lock too few
 *          makes a candidate too many, never one too few; `full` tells.
 * Cost     taking and giving back O(locks held); comparing two sets is one test
 *          of two words in the common case, that they share nothing.
 */
#ifndef DETECT_LOCKSET_H
#define DETECT_LOCKSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LOCKSET_NONE = 0,  /* the empty set */
	LOCKSET_LOCKS = 64 /* at most, in one set */
};

struct lock {
	uint64_t address;
	uint32_t depth; /* how often; 1 unless it is recursive */
	uint8_t type;	/* the machine's, whatever tells kinds of lock apart */
	uint8_t shared; /* others may have it, too: to read */
	uint16_t unused;
};

struct lockset {
	uint64_t hash;
	uint64_t bits;	       /* of its locks' hashes */
	uint32_t first, locks; /* of lock[] */
};

struct locksets {
	struct lock *lock;
	struct lockset *set;
	uint32_t *slot; /* number + 1 */
	uint32_t locks, locks_max;
	uint32_t sets, sets_max; /* set[0] is the empty one */
	uint32_t slots;
	bool full;
};

/* At most sets_max sets, as far as `bytes` of `memory` (8-aligned) hold them.
 * False: not even one of one lock fits. */
bool locksets_init(
	struct locksets *l, void *memory, size_t bytes, uint32_t sets_max);

/* The set, and this lock. */
uint32_t lockset_with(struct locksets *l, uint32_t set, uint8_t type,
	uint64_t address, bool shared);

/* The set without the lock, or with it once less; unchanged if it is not in it.
 */
uint32_t lockset_without(
	struct locksets *l, uint32_t set, uint8_t type, uint64_t address);

/* Do two threads with these sets keep each other out: is there a lock in both,
 * and not only to read? */
bool locksets_exclude(const struct locksets *l, uint32_t a, uint32_t b);

/* Does a keep nobody out whom b lets in? */
bool lockset_within(const struct locksets *l, uint32_t a, uint32_t b);

#endif
