/* SPDX-License-Identifier: MIT */
/* candidates.h - the table of data race candidates: bounded, in order of
 * finding
 *
 * Keyed by the unordered pair of sides.  The rows are plain data and may lie in
 * memory that several processes share (`race` and `races`); the index is each
 * process's own, and learns what others added by candidates_catch_up().
 *
 * Memory   the caller's; nothing is allocated, and nothing is ever taken out.
 * Cost     candidates_see: one look into a hash table.
 * Full     a pair that does not fit is counted in `lost`: the caller says so (a
 *          hole), and treats both instructions as racing all the same.
 */
#ifndef DETECT_CANDIDATES_H
#define DETECT_CANDIDATES_H

#include "detect/race.h"

struct candidates {
	struct race *race;
	uint32_t *races; /* of race[] */
	uint32_t max;
	uint32_t known; /* of race[], in the index */
	uint32_t *slot; /* row + 1; 0: free */
	uint32_t slots; /* a power of two, more than max */
	uint64_t lost;	/* sightings of pairs that did not fit */
};

/* An index over rows that there are already, or none: *races of them.  `slot`
 * has `slots` entries, a power of two above max (or fewer rows are used), and
 * is cleared. */
void candidates_init(struct candidates *c, struct race *race, uint32_t *races,
	uint32_t max, uint32_t *slot, uint32_t slots);

/* Rows that another process added since. */
void candidates_catch_up(struct candidates *c);

/* What a sighting changed: bits. */
enum race_news {
	RACE_NEW = 1,
	RACE_REORDERED = 2, /* seen in both orders now, and not before */
	RACE_PROMOTED = 4,  /* was suppressed */
	RACE_RELEASED = 8,  /* was held */
};

/* Notes a sighting.  NULL: no room for its pair.  `news` may be NULL. */
struct race *candidates_see(
	struct candidates *c, const struct race_sight *s, unsigned *news);

struct race *candidates_find(const struct candidates *c, uint64_t pc,
	uint8_t kind, uint64_t other_pc, uint8_t other_kind);

/* Adds what another table of the same program knows, such as another job's.
 * Its executions are its own: `execution` and `execution_last` stay those of
 * who knew the pair first.  False: not all of it fitted. */
bool candidates_merge(struct candidates *c, const struct candidates *other);

/* The execution failed, and these are the instructions before which its
 * schedule preempted a thread (went on with another one though it could have
 * gone on) or left it standing until the failure: what was seen in that
 * execution and has one of them as a side is failing.  What threads had pending
 * at the end counts as made (search-rules 2), so see that first. */
void candidates_failed(struct candidates *c, uint64_t execution,
	const uint64_t *pc, size_t pcs);

/* For reports: group[i] is the first row that a reader would not tell from row
 * i, by the stacks of both sides, whichever comes first (an increment makes
 * three pairs at one place).  group has *races entries; O(races squared). */
void candidates_group(const struct candidates *c, uint32_t *group);

#endif
