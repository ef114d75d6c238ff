/* SPDX-License-Identifier: MIT */
/* heap_block.h - blocks and arenas, for the files of the heap alone
 *
 * heap.c       what is handed out, and what an address is
 * heap_free.c  what is given back, and accesses that miss live blocks
 * heap_left.c  what is left at the end of an execution
 */
#ifndef NATIVE_HEAP_BLOCK_H
#define NATIVE_HEAP_BLOCK_H

#include "native/heap/heap.h"
#include "native/races/tile.h"

#define MAGIC 0x62726373u
enum {
	LEFT = 48,
	RIGHT = 32,
	ALIGN = 16 /* of what malloc gives */
};

struct header {
	uint32_t magic;
	uint16_t life;	   /* how often its memory was handed out before */
	uint8_t library;   /* one asked, or the runtime: asked.h */
	uint8_t kept : 2;  /* enum kept, at the end of the execution */
	uint8_t moves : 6; /* how often realloc has moved it, as far as that
			      matters: heap_resize */
	uint64_t size;	   /* asked for */
	uint64_t pc;	   /* who allocated; in a replay the test's own call */
	uint64_t freed_pc; /* who freed; 0: live */
	uint32_t span;	   /* from this header to the next, in 16 bytes */
	tid thread, freed_thread;
	uint32_t since; /* stamp at which this life, not the first, began */
	uint32_t note;	/* what who freed it knew: hb_note */
};
_Static_assert(sizeof(struct header) == LEFT, "header");

enum kept {
	NOT_KEPT,
	KEPT, /* a library points to it */
	KEPT_SCANNED
};

/* Next free byte of each thread's arena, as an offset; rewound. */
extern uint64_t heap_arena_used[THREADS_MAX];

enum {
	LARGE = 1 << 20 /* blocks from here on are not walked as a whole */
};

/* Arenas: of the first thread, of those that a test begins with, of the others
 * that there may well be, and of all the rest. */
#define ARENA_MAIN (16 * GIB)
#define ARENA_LARGE (4 * GIB)
#define ARENA_EACH (GIB / 2)
#define ARENA_SMALL (4ull << 20)

enum {
	ARENAS_LARGE = 8, /* below these numbers of threads */
	ARENAS_EACH = 64
};

#define ARENAS_EACH_AT (ARENA_MAIN + (ARENAS_LARGE - 1) * ARENA_LARGE)
#define ARENAS_SMALL_AT                                                        \
	(ARENAS_EACH_AT + (ARENAS_EACH - ARENAS_LARGE) * ARENA_EACH)
_Static_assert(ARENAS_SMALL_AT + (THREADS_MAX - ARENAS_EACH) * ARENA_SMALL <=
		       HEAP_BYTES,
	"arenas");

/* Where a thread's arena begins, and how large it is.  The first blocks are not
 * at a multiple of 4 GiB: the lower half of their addresses, which is left of a
 * pointer that went through an int, would be that of a null pointer.
 */
#define ARENA_FIRST 65536

static inline uint64_t arena_start(tid t, uint64_t *bytes)
{
	if (t == 0) {
		*bytes = ARENA_MAIN - ARENA_FIRST;
		return HEAP_BASE + ARENA_FIRST;
	}
	if (t < ARENAS_LARGE) {
		*bytes = ARENA_LARGE - ARENA_FIRST;
		return HEAP_BASE + ARENA_FIRST + ARENA_MAIN +
		       (t - 1) * ARENA_LARGE;
	}
	if (t < ARENAS_EACH) {
		*bytes = ARENA_EACH - ARENA_FIRST;
		return HEAP_BASE + ARENA_FIRST + ARENAS_EACH_AT +
		       (t - ARENAS_LARGE) * ARENA_EACH;
	}
	*bytes = ARENA_SMALL;
	return HEAP_BASE + ARENAS_SMALL_AT + (t - ARENAS_EACH) * ARENA_SMALL;
}

/* Whose it is; the address is in the heap.  TID_NONE: nobody's. */
static inline tid arena_of(uint64_t address)
{
	uint64_t at = address - HEAP_BASE;

	if (at < ARENA_MAIN)
		return 0;
	if (at < ARENAS_EACH_AT)
		return (tid)(1 + (at - ARENA_MAIN) / ARENA_LARGE);
	if (at < ARENAS_SMALL_AT)
		return (tid)(ARENAS_LARGE + (at - ARENAS_EACH_AT) / ARENA_EACH);
	at = ARENAS_EACH + (at - ARENAS_SMALL_AT) / ARENA_SMALL;
	return at < THREADS_MAX ? (tid)at : TID_NONE;
}

static inline struct header *header_of(uint64_t block)
{
	return (struct header *)(block - LEFT);
}

/* What the shadow says of 4 bytes: 0: all of a block; 1 to 3: so many of them;
 * else a zone, or freed.  Logged.  The cell speaks for itself then: set_zone().
 */
static inline void set_state(uint64_t at, unsigned state)
{
	struct cell *c = cell_of(at);

	if (c->object >> CELL_HEAP_SHIFT == state)
		return;
	undo_save8(&c->more);
	c->object = (c->object & (CELL_OBJECT | CELL_SYNC)) |
		    state << CELL_HEAP_SHIFT;
}

/* heap_free.c: a whole tile of them. */
void zone_tile(uint64_t at, unsigned state);
/* Cells of the tile are to differ from it that did not. */
void zone_differs(struct tile *t, uint64_t at);

/* n of the tile's cells get states of their own. */
static inline void zone_part(uint64_t at, uint64_t n)
{
	struct tile *t = tile_of(at);

	t->own |= tile_bits(at, n);
	if (unlikely(t->all.object))
		zone_differs(t, at);
}

static inline void set_zone(uint64_t from, uint64_t to, unsigned state)
{
	if (unlikely(to - from >= 4096 && from < to))
		undo_room(4 * (to - from));
	if (likely((from ^ (to - 1)) < TILE && to - from < TILE)) {
		zone_part(from, (to - from) / 4);
		for (uint64_t at = from; at < to; at += 4)
			set_state(at, state);
		return;
	}
	for (uint64_t next; from < to; from = next) {
		next = from / TILE * TILE + TILE;
		if (next > to)
			next = to;
		if (unlikely(next - from == TILE)) {
			zone_tile(from, state);
			continue;
		}
		zone_part(from, (next - from) / 4);
		for (uint64_t at = from; at < next; at += 4)
			set_state(at, state);
	}
}

/* The block whose zone or bytes hold the address; NULL: none. */
struct header *heap_find(uint64_t address);

#endif
