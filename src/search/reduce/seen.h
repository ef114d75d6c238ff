/* SPDX-License-Identifier: MIT */
/* seen.h - hashes that were met, in a table that may become full
 *
 * Each comes with a price; it counts as known at that price and any higher one.
 * What does not fit replaces what stood deeper in its tree, or is not kept
 * itself: so `false` may be wrong, `true` is right but for the chance that two
 * of n hashes are the same, about n^2 / 2^97.
 *
 * Memory   the caller's; in use is a power of two of it that grows with what is
 *          kept, the rest is not touched.
 * Cost     one line of a processor's cache, or two.
 */
#ifndef SEARCH_REDUCE_SEEN_H
#define SEARCH_REDUCE_SEEN_H

#include "search/search.h"

struct seen_entry {
	uint64_t hash; /* not 0 */
	uint32_t check;
	uint16_t price;
	uint16_t depth; /* the smaller, the more lies behind it */
};

struct seen {
	struct seen_entry *entry;
	uint64_t used, most; /* entries of the table, now and ever */
	struct search_cache count;
};

/* `keep`: no more entries than that, 0: what fits.  False: too little room. */
bool seen_init(struct seen *s, void *memory, size_t bytes, uint64_t keep);

/* All are forgotten. */
void seen_clear(struct seen *s);

/* Is it known at this price? */
bool seen_has(const struct seen *s, const struct seen_entry *e);

void seen_add(struct seen *s, const struct seen_entry *e);

#endif
