/* SPDX-License-Identifier: MIT */
/* past.h - the accesses of one execution, as far as a later one may race
 *
 * For every 8 bytes a chain of what was done to them: the latest access of each
 * thread and side (instruction and kind).  An older one of the same may be
 * forgotten when the newer one has all its bytes, no lock that it had not, and
 * lies in the same life of the block: what is ordered after the newer one is
 * ordered after the older one, so whoever races with the older one races with
 * the newer one, in the same order, and the pair is the same.  So every racing
 * pair is seen, and not only the first of each variable (DJIT+ keeps one clock
 * for each variable and thread: Pozniansky and Schuster 2003; FastTrack less).
 *
 * Memory   the caller's; past_begin forgets everything at once.  `full`: an
 *          access was not kept, so candidates may be missing.
 * Cost     an access compares with the chain of each of its words.
 */
#ifndef DETECT_PAST_H
#define DETECT_PAST_H

#include "detect/candidates.h"
#include "detect/lockset.h"

struct past_access {
	struct race_access made;
	uint64_t word;	/* address / 8 */
	uint32_t clock; /* its thread's, then */
	uint32_t lockset;
	uint32_t next; /* in its word's chain: index + 1 */
	uint8_t bytes; /* of the word */
};

struct past_word {
	uint64_t word;
	uint32_t first; /* index + 1 */
	uint32_t life;	/* other than past.life: free */
};

struct past {
	struct past_access *access;
	struct past_word *head;
	uint32_t accesses, max;
	uint32_t heads, heads_used; /* a power of two */
	uint32_t life;
	bool full;	 /* since past_begin */
	uint64_t number; /* of accesses, in this execution */
};

/* False: too little memory (8-aligned). */
bool past_init(struct past *p, void *memory, size_t bytes);
void past_begin(struct past *p);

/* What one access is compared with. */
struct past_now {
	struct candidates *candidates;
	/* An earlier access of thread t is ordered before it iff its clock is
	 * at most known[t]; the entry of its own thread is its clock. */
	const uint32_t *known;
	const struct locksets *locks; /* NULL: locks keep nobody apart */
	uint32_t lockset;
	bool pure; /* that order is happens-before itself */
	uint64_t execution;
};

/* Sees every candidate that `a` completes, and keeps it. */
void past_add(struct past *p, const struct race_access *a,
	const struct past_now *now);

#endif
