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
	NULL,
};

enum {
	ROWS = sizeof strategy_table / sizeof *strategy_table - 1
};

int strategy_find(const char *name, const char *reduce)
{
	if (!reduce || !*reduce)
		reduce = "none";
	for (unsigned i = 0; i < ROWS; i++) {
		const struct strategy *s = strategy_table[i];

		if (strcmp(s->name, name) == 0 &&
			strcmp(s->reduce ? s->reduce : "none", reduce) == 0)
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
