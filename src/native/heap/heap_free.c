/* SPDX-License-Identifier: MIT */
/* heap_free.c - what is given back, and accesses that are none of a live block
 */
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/heap/heap_block.h"
#include "native/model/buffer.h"
#include "native/raw.h"
#include "native/heap/reuse.h"
#include "native/spin.h"
#include "native/trace.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	LARGE_FREED_MAX = 256
};

/* Freed large blocks: where nobody touched them, their cells do not say so.
 * Rewound. */
static struct {
	uint64_t start, end;
} large_freed[LARGE_FREED_MAX];
static uint64_t large_freed_count;

static bool in_large_freed(uint64_t address)
{
	for (uint64_t i = 0; i < large_freed_count; i++)
		if (address - large_freed[i].start <
			large_freed[i].end - large_freed[i].start)
			return true;
	return false;
}

/* An operation comes behind a free that it is not ordered with, and fails.
 * The other order is another execution, which nobody asks for who is told
 * operations alone: a free is none.  (Nor is there a race to see, where all
 * executions fail that have them in this order.) */
static void both_orders(const struct header *h)
{
	if (h && h->freed_thread != rt.self->id)
		coarse_now();
}

void heap_check(uint64_t address, size_t size, size_t rest, bool write,
	uint64_t pc, unsigned state)
{
	const char *verb = write ? "write of" : "read of";
	struct header *h;
	tid t;

	if (state == 0)
		state = tile_at(address)->all.object >> CELL_HEAP_SHIFT;
	if (unlikely(large_freed_count) && state == 0 &&
		in_large_freed(address))
		state = HEAP_FREED;
	if (likely(state == 0)) {
		t = arena_of(address);
		if (likely(t != TID_NONE)) {
			uint64_t bytes, base = arena_start(t, &bytes);

			if (likely(address < base + heap_arena_used[t]))
				return;
		}
		bug(BUG_wild_access, pc, address,
			"%s %zu byte%s of heap memory that was never allocated",
			verb, rest, rest == 1 ? "" : "s");
	}
	if (state < HEAP_LEFT) {
		uint64_t good = address & 3;

		if (good + size <= state)
			return;
		good = good < state ? state - good : 0;
		address += good;
		rest -= good;
	}
	h = heap_find(address);
	if (state == HEAP_FREED) {
		both_orders(h);
		bug(BUG_use_after_free, pc, address,
			"%s %zu byte%s of a freed block of %llu bytes", verb,
			rest, rest == 1 ? "" : "s",
			h ? (unsigned long long)h->size : 0);
	}
	if (state == HEAP_LEFT) {
		uint64_t left = h ? (uint64_t)h + LEFT - address : rest;

		rest = rest < left ? rest : left;
		bug(BUG_heap_underflow, pc, address,
			"%s %zu byte%s before a block of %llu bytes", verb,
			rest, rest == 1 ? "" : "s",
			h ? (unsigned long long)h->size : 0);
	}
	bug(BUG_heap_overflow, pc, address,
		"%s %zu byte%s beyond the end of a block of %llu bytes", verb,
		rest, rest == 1 ? "" : "s",
		h ? (unsigned long long)h->size : 0);
}

bool heap_freed(uint64_t address)
{
	return in_heap(address) && heap_state(address) == HEAP_FREED;
}

bool heap_good(uint64_t address, size_t size)
{
	tid t = arena_of(address);
	uint64_t bytes, end = address + size;

	for (uint64_t i = 0; i < large_freed_count; i++)
		if (address < large_freed[i].end && end > large_freed[i].start)
			return false;
	return t != TID_NONE &&
	       end <= arena_start(t, &bytes) + heap_arena_used[t];
}

/* Those that speak for themselves, from their states to those of all others. */
void zone_tile(uint64_t at, unsigned state)
{
	struct tile *t = tile_of(at);

	for (uint64_t left = t->own; left; left &= left - 1)
		set_state(at + 4u * (unsigned)__builtin_ctzll(left), state);
	if (t->all.object == state << CELL_HEAP_SHIFT)
		return;
	undo_save8(&t->all.more);
	t->all.object = state << CELL_HEAP_SHIFT;
}

void zone_differs(struct tile *t, uint64_t at)
{
	unsigned state = t->all.object >> CELL_HEAP_SHIFT;

	at -= at % TILE;
	t->own = TILE_ALL;
	for (unsigned i = 0; i < TILE_CELLS; i++)
		if (!(cell_of(at + 4u * i)->object >> CELL_HEAP_SHIFT))
			set_state(at + 4u * i, state);
	undo_save8(&t->all.more);
	t->all.object = 0;
}

static inline void forget_object(
	uint64_t at, uint64_t start, uint64_t end, uint64_t pc)
{
	uint32_t n = cell_of(at)->object & CELL_OBJECT;
	struct object *o = &rt.object[n];

	if (n && o->address >= start && o->address < end &&
		o->owner != TID_NONE && o->type != 0xff)
		bug(BUG_destroy_busy, pc, o->address,
			"free of memory with a lock in it that thread "
			"T%u holds",
			o->owner);
}

/* Synchronisation objects end with their memory; not while one is held. */
static void forget_objects(uint64_t block, size_t size, uint64_t pc)
{
	if (size < TILE) {
		for (uint64_t at = block; at < block + size; at += 4)
			forget_object(at, block, block + size, pc);
		return;
	}
	for (uint64_t at = block, next; at < block + size; at = next) {
		uint64_t left = tile_of(at)->own, first = at / TILE * TILE;

		next = first + TILE;
		if (next > block + size)
			next = block + size;
		left &= tile_bits(at, (next - at + 3) / 4);
		for (; left; left &= left - 1)
			forget_object(
				first + 4u * (unsigned)__builtin_ctzll(left),
				block, block + size, pc);
	}
}

/* A free writes all of it. */
static void release_range(uint64_t from, uint64_t to, uint64_t pc)
{
	forget_objects(from, to - from, pc);
	access_record(from, to - from, ACC_WRITE | ACC_FREE | ACC_CHECKED, pc);
	set_zone(from, to, HEAP_FREED);
	if (unlikely(rt.world.late))
		buffers_forget(from, to - from);
}

/* release_range for those parts of a large block whose tiles were ever touched:
 * where they were not, nobody made an access that a free could race with.  Asks
 * the kernel, as looking would commit the tiles' pages.  False: cannot. */
static bool release_touched(uint64_t block, uint64_t end, uint64_t pc)
{
	static uint64_t entry[512];
	uint64_t per_page = 4096 / sizeof(struct tile) * TILE;
	uint64_t at = block, page = (uint64_t)tile_at(block) / 4096;
	int fd = (int)raw_syscall6(SYS_openat, AT_FDCWD,
		(long)"/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0, 0, 0);
	long got = 1;

	if (fd < 0)
		return false;
	while (at < end && got > 0) {
		got = raw_syscall6(SYS_pread64, fd, (long)entry, sizeof entry,
			(long)(page * 8), 0, 0);
		for (long i = 0; i < got / 8 && at < end; i++, page++) {
			uint64_t next = (at / per_page + 1) * per_page;

			if (next > end)
				next = end;
			if (entry[i] >> 62) /* in memory, or swapped out */
				release_range(at, next, pc);
			at = next;
		}
	}
	raw_syscall(SYS_close, fd, 0);
	return at >= end;
}

static void release_bytes(uint64_t block, size_t size, uint64_t pc)
{
	uint64_t end = block + ((size + 3) & ~3ull);

	if (size < LARGE || large_freed_count == LARGE_FREED_MAX ||
		!release_touched(block, end, pc)) {
		release_range(block, end, pc);
		return;
	}
	/* Somebody may be about to make the first access there is. */
	footprint_freed(block, end - block);
	undo_save(&large_freed[large_freed_count], sizeof large_freed[0]);
	large_freed[large_freed_count].start = block;
	large_freed[large_freed_count].end = end;
	undo_save8(&large_freed_count);
	large_freed_count++;
}

/* Memory that glibc's allocator gave to a library before the first execution:
 * behind the program, or mapped; not a variable of any module. */
static bool of_glibc(uint64_t address)
{
	const struct channel *c = rt.channel;

	for (uint32_t m = 0; m < c->modules; m++)
		if (address >= c->module[m].start && address < c->module[m].end)
			return false;
	return (address >= c->module[0].end &&
		       address < (uint64_t)raw_syscall(SYS_brk, 0, 0)) ||
	       address >> 40 == 0x7f;
}

/* The header of a block that can be freed; NULL: it is glibc's, and stays for
 * the next execution. */
static struct header *freeable(uint64_t block, uint64_t pc)
{
	struct header *h = header_of(block);

	if (!in_heap(block)) {
		if (of_glibc(block))
			return 0;
		bug(BUG_invalid_free, pc, block,
			"free of 0x%llx, which is no heap block",
			(unsigned long long)block);
	}
	if ((block & 15) || heap_state(block - 4) != HEAP_LEFT ||
		h->magic != MAGIC)
		bug(BUG_invalid_free, pc, block,
			"free of an address inside a block or of none");
	if (h->freed_pc)
		bug(BUG_double_free, pc, block,
			"second free of a block of %llu bytes",
			(unsigned long long)h->size);
	return h;
}

void heap_release(void *p, uint64_t pc)
{
	uint64_t block = (uint64_t)p;
	struct header *h = freeable(block, pc);
	bool seen;

	if (!h)
		return;
	seen = unlikely(rt.reuse) && reuse_sees(h->size, pc);
	if (seen) {
		reuse_free_point(h->size, pc);
		if (unlikely(rt.tracing))
			trace_place(block);
		freeable(block, pc); /* others may have been here */
	} else if (likely(!rt.reuse)) {
		reuse_note_free(h->size, pc);
	}
	if (unlikely(rt.footprints))
		coarse_free(block, h->size);
	if (unlikely(rt.tracing))
		trace_data(DATA_FREE, block, h->size, true, pc);
	if (h->size)
		release_bytes(block, h->size, pc);
	spin_freed(block);
	if (unlikely(rt.footprints))
		footprint_plain_state(h);
	undo_save(h, sizeof *h);
	h->freed_pc = pc;
	h->freed_thread = rt.self->id;
	if (seen) {
		h->note = hb_note();
		reuse_add(block, h->size);
	}
}
