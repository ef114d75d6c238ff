/* SPDX-License-Identifier: MIT */
/* interned.h - footprints that many branches have, kept once
 *
 * A test has a few hundred different operations, and trees of sequences
 * millions of branches: what an option does is kept here, a branch has its
 * number.
 *
 * Memory   the caller's, entries of one size.  Nobody gives one back: when all
 * are taken, those that no branch has are found by looking at all branches
 * (interned_begin_sweep, interned_keep, interned_end_sweep).
 * Cost     finding one is a hash of its accesses.
 */
#ifndef SEARCH_REDUCE_INTERNED_H
#define SEARCH_REDUCE_INTERNED_H

#include "search/footprint.h"

enum {
	INTERNED_NONE = 0xffffffff,
	/* Longer ones have no place here, and what is known of them is lost.
	 * The last one is for entries of buffers: only who has some uses it. */
	INTERNED_ACCESSES = 5
};

/* Who passes by reads its first line of the cache. */
struct interned {
	struct footprint footprint;
	uint32_t hash;
	uint32_t next; /* in its bucket, or that is free */
	struct access access[INTERNED_ACCESSES];
} __attribute__((aligned(64)));

struct interned_table {
	struct interned *at;
	uint32_t *bucket; /* the first one, or INTERNED_NONE */
	uint32_t mask;	  /* of the hash: buckets - 1, which grow with them */
	uint32_t mask_max;
	uint32_t free, fresh, max;
	uint32_t kept; /* by the last sweep */
};

void interned_init(struct interned_table *t, void *memory, size_t bytes);
void interned_clear(struct interned_table *t);

/* The number of a footprint, whose object has so much room (0: as it says);
 * INTERNED_NONE: it is too long, or all are taken. */
uint32_t interned_find(
	struct interned_table *t, const struct footprint *f, uint32_t room);

static inline bool interned_fits(const struct footprint *f)
{
	return f && f->reads + f->writes + f->objects <
			    INTERNED_ACCESSES + (uint32_t)f->late;
}

/* Did the last sweep leave little room? */
static inline bool interned_crowded(const struct interned_table *t)
{
	return t->kept > t->max / 8 * 7;
}

/* Between the first and the last, each that is kept is named. */
void interned_begin_sweep(struct interned_table *t);
void interned_keep(struct interned_table *t, uint32_t n);
void interned_end_sweep(struct interned_table *t);

/* Becomes a copy: the same numbers.  False: there is no room for that. */
bool interned_copy(
	struct interned_table *to, const struct interned_table *from);

#endif
