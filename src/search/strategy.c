/* SPDX-License-Identifier: MIT */
/* strategy.c - the table of strategies, and the region they live in
 *
 * The row number is stored in regions and files: new rows go to the end.
 */
#include "search/strategy.h"

#include <string.h>

const struct strategy *const strategy_table[] = {
	&strategy_dfs,
	&strategy_random,
	&strategy_pct,
	&strategy_turns,
	&strategy_replay,
	&strategy_source,
	&strategy_optimal,
	&strategy_ipb,
	&strategy_idb,
	&strategy_bpor,
	&strategy_classic,
	&strategy_classic_sleep,
	&strategy_classic_covered,
	&strategy_dfs_hbr,
	&strategy_dfs_lazy,
	&strategy_ipb_hbr,
	&strategy_ipb_lazy,
	&strategy_idb_hbr,
	&strategy_idb_lazy,
	&strategy_lazy,
	&strategy_shrink,
	&strategy_size,
	&strategy_nearest,
	&strategy_pos,
	&strategy_surw,
	&strategy_portfolio,
	&strategy_rff,
	&strategy_maple,
	&strategy_pct_modified,
	NULL,
};

enum {
	ROWS = sizeof strategy_table / sizeof *strategy_table - 1
};

/* NULL, "" and "none" are the same. */
static bool same(const char *a, const char *b)
{
	return strcmp(a && *a ? a : "none", b && *b ? b : "none") == 0;
}

int strategy_find(const char *name, const char *reduce, const char *cache)
{
	for (unsigned i = 0; i < ROWS; i++) {
		const struct strategy *s = strategy_table[i];

		if (strcmp(s->name, name) == 0 && same(s->reduce, reduce) &&
			same(s->cache, cache))
			return (int)i;
	}
	return -1;
}

const struct strategy *strategy_at(unsigned i)
{
	return i < ROWS ? strategy_table[i] : NULL;
}

void *region_take(struct region *region, size_t bytes)
{
	void *taken = region->base + region->used;

	bytes = (bytes + 7) & ~(size_t)7;
	if (bytes > region->size - region->used)
		return NULL;
	region->used += bytes;
	return memset(taken, 0, bytes);
}

void *region_rest(struct region *region, size_t *bytes)
{
	void *rest = region->base + region->used;

	*bytes = (region->size - region->used) & ~(size_t)7;
	region->used = region->size;
	return rest;
}
