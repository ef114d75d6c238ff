/* SPDX-License-Identifier: MIT */
/* tile.h - what is known of 256 bytes of the heap at once
 *
 * Whoever copies a megabyte touches all of it alike: one access of so many
 * cells, which are 8 bytes of shadow for each byte. So what ranges do to 64
 * cells in a row is noted in one more cell, that of their *tile*, and these
 * stay as they are. A cell *speaks for itself* from its first access of its own
 * on: it takes over what the tile has (settle.c), and ranges go to it as well.
 *
 * Which cells do so?
 *   - one with an access of this execution does: no hook that looks at a cell
 *     alone finds less there than there is;
 *   - one whose keys are stale is as its tile is, whatever `own` says. So a
 *     checkpoint need not put `own` back, to which bits are added alone;
 *   - `own` has each cell that has an access of this execution, an object, or
 *     another heap state than the tile. What a range does is done to these one
 *     by one.
 *
 * The heap state of a cell is its own; where it has none (all is good), that of
 * the tile: whole tiles are freed at once.
 *
 * Memory   64 bytes a tile, a fortieth of what its cells are; reserved, touched
 *          when a cell or a range is.
 * Cost     a look at the first access to a cell of the heap in an execution.
 */
#ifndef NATIVE_TILE_H
#define NATIVE_TILE_H

#include "native/races/cells.h"

enum {
	TILE = 256, /* bytes */
	TILE_CELLS = TILE / 4
};

struct tile {
	struct cell all; /* of those that do not speak for themselves */
	uint64_t own;	 /* bit i: cell i may */
	uint32_t since;	 /* stamp; below rt.birth: none does yet */
	uint32_t unused[5];
};
_Static_assert(sizeof(struct tile) == 64, "a line of the cache");

#define TILE_ALL (~0ull)

static inline struct tile *tile_at(uint64_t address)
{
	return (struct tile *)(TILES_BASE + ((address & FOLD_MASK) / TILE *
						    sizeof(struct tile)));
}

/* The same, of this execution. */
static inline struct tile *tile_of(uint64_t address)
{
	struct tile *t = tile_at(address);

	if (t->since < rt.birth) {
		t->since = rt.stamp;
		t->own = 0;
	}
	return t;
}

static inline uint64_t tile_bit(uint64_t address)
{
	return 1ull << (address % TILE / 4);
}

/* Those of n cells from this address on; they lie in one tile. */
static inline uint64_t tile_bits(uint64_t address, uint64_t n)
{
	return (n == TILE_CELLS ? TILE_ALL : (1ull << n) - 1)
	       << (address % TILE / 4);
}

/* settle.c: what the tile has is the cell's. */
void take_over(struct cell *c, const struct tile *t);

/* The cell of the heap, which is logged, and has no access of this execution,
 * speaks for itself from now on. Is there one now? */
static inline bool cell_speaks(struct cell *c, uint64_t granule)
{
	struct tile *t = tile_of(granule);

	t->own |= tile_bit(granule);
	if (likely(untouched(&t->all)))
		return false;
	take_over(c, t);
	return true;
}

/* Of an address in the heap. */
static inline unsigned heap_state(uint64_t address)
{
	unsigned own = cell_of(address)->object >> CELL_HEAP_SHIFT;

	return own ? own : tile_at(address)->all.object >> CELL_HEAP_SHIFT;
}

#endif
