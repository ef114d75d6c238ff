/* SPDX-License-Identifier: MIT */
#include "native/coarse.h"
#include "native/cut.h"
#include "native/heap/asked.h"
#include "native/heap/heap_block.h"
#include "native/raw.h"
#include "native/heap/reuse.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/trace.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

uint64_t heap_arena_used[THREADS_MAX];
/* The end of what was ever handed out; beyond it all is zero.  Not rewound. */
static uint64_t arena_dirty[THREADS_MAX];

tid heap_owner(uint64_t address, uint64_t *base)
{
	tid t = in_heap(address) ? arena_of(address) : TID_NONE;
	uint64_t bytes;

	*base = t == TID_NONE ? 0 : arena_start(t, &bytes);
	return t;
}

uint64_t heap_used(tid t, uint64_t *base)
{
	uint64_t bytes;

	*base = arena_start(t, &bytes);
	return heap_arena_used[t];
}

void heap_init(void)
{
	mmap((void *)HEAP_BASE, HEAP_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			MAP_FIXED_NOREPLACE,
		-1, 0);
}

/* A new block reads as zero in every execution.  What the test wrote there in
 * an earlier one was undone, what a library wrote was not; nobody has seen that
 * memory in this execution, so nothing needs to be logged. */
static void make_fresh(tid t, uint64_t base, uint64_t block, size_t n)
{
	uint64_t end = block + n, dirty = base + arena_dirty[t];
	uint64_t first = (block + 4095) & ~4095ull, last;

	if (base + heap_arena_used[t] > dirty)
		arena_dirty[t] = heap_arena_used[t];
	if (end > dirty)
		end = dirty;
	if (block >= end)
		return;
	last = end & ~4095ull;
	if (end - block < LARGE || first >= last) {
		memset((void *)block, 0, end - block);
		return;
	}
	memset((void *)block, 0, first - block);
	raw_syscall6(SYS_madvise, (long)first, (long)(last - first),
		MADV_DONTNEED, 0, 0, 0);
	memset((void *)last, 0, end - last);
}

/* The zones of a block of n bytes, and what lies before it. */
static void set_zones(uint64_t from, uint64_t block, size_t n, uint64_t end)
{
	set_zone(from, block, HEAP_LEFT);
	if (n & 3)
		set_zone(block + (n & ~3ull), block + (n & ~3ull) + 4, n & 3);
	set_zone(block + ((n + 3) & ~3ull), end, HEAP_RIGHT);
}

/* A freed block lives again, with what it held. */
static void *relive(uint64_t block, size_t n, uint64_t pc)
{
	struct header *h = header_of(block);
	uint64_t end = (uint64_t)h + h->span * 16ull;

	for (uint64_t at = block; at < end; at += 4)
		while (cell_of(at)->object & CELL_OBJECT)
			object_drop(rt.object[cell_of(at)->object & CELL_OBJECT]
					    .address);
	hb_learn(h->note);
	stamp_next(); /* what is older is of another life */
	undo_save(h, sizeof *h);
	h->size = n;
	h->pc = unlikely(rt.tracing) ? test_pc(pc) : pc;
	h->thread = rt.self->id;
	h->library = in_program(pc) ? 0 : asked_number(pc);
	h->freed_pc = 0;
	h->life++;
	h->since = rt.stamp;
	set_zone(block, block + (n & ~3ull), 0);
	set_zones(block, block, n, end);
	return (void *)block;
}

/* `room`: so many bytes more that are not handed out yet. */
static void *allocate_new(size_t n, size_t room, size_t align, uint64_t pc)
{
	tid t = rt.self->id;
	uint64_t bytes, base = arena_start(t, &bytes);
	uint64_t at = base + heap_arena_used[t];
	uint64_t block = (at + LEFT + align - 1) & ~(uint64_t)(align - 1);
	uint64_t end = block + ((n + room + 7) & ~7ull) + RIGHT;
	struct header *h = header_of(block);

	end = (end + 15) & ~15ull;
	/* More than any machine that this runs on would give. */
	if (n > HEAP_BYTES) {
		errno = ENOMEM;
		return 0;
	}
	if (end > base + bytes)
		execution_cut(CUT_heap, "thread T%u used %llu MiB", t,
			(unsigned long long)bytes >> 20);
	spin_allocated();
	undo_save8(&heap_arena_used[t]);
	heap_arena_used[t] = end - base;
	undo_save(h, sizeof *h);
	*h = (struct header){.magic = MAGIC,
		.size = n,
		.pc = unlikely(rt.tracing) ? test_pc(pc) : pc,
		.library = in_program(pc) ? 0 : asked_number(pc),
		.thread = t,
		.span = (uint32_t)((end - (block - LEFT)) / 16)};
	/* The gap that alignment left belongs to the left zone. */
	set_zones(at, block, n, end);
	make_fresh(t, base, block, unlikely(rt.reuse) ? end - block : n + room);
	return (void *)block;
}

static __attribute__((noinline)) void *allocate_chosen(
	size_t n, size_t align, uint64_t pc)
{
	uint64_t again = 0;
	bool seen = align == ALIGN && reuse_sees(n, pc);
	void *p;

	if (seen)
		again = reuse_take(n, pc);
	p = again ? relive(again, n, pc) : allocate_new(n, 0, align, pc);
	if (seen && unlikely(rt.tracing))
		trace_place((uint64_t)p);
	return p;
}

static void *allocate(size_t n, size_t align, uint64_t pc)
{
	void *p;

	if (unlikely(rt.reuse)) {
		p = allocate_chosen(n, align, pc);
	} else {
		reuse_note_allocation(n, pc);
		p = allocate_new(n, 0, align, pc);
	}
	if (p && unlikely(rt.tracing))
		trace_data(DATA_ALLOCATE, (uint64_t)p, n, true, pc);
	return p;
}

void *heap_allocate(size_t n, uint64_t pc)
{
	return allocate(n, ALIGN, pc);
}

void *heap_allocate_aligned(size_t n, size_t align, uint64_t pc)
{
	size_t power = ALIGN;

	if (align > SIZE_MAX / 2 + 1) {
		errno = EINVAL;
		return 0;
	}
	while (power < align)
		power *= 2;
	if (power > HEAP_BYTES) {
		errno = ENOMEM;
		return 0;
	}
	return allocate(n, power, pc);
}

void *heap_allocate_zeroed(size_t n, uint64_t pc)
{
	void *p = allocate(n, ALIGN, pc);

	if (p && header_of((uint64_t)p)->life) {
		coarse_unless_point(pc);
		access_record((uint64_t)p, n, ACC_WRITE | ACC_CHECKED, pc);
		memset(p, 0, n);
	}
	return p;
}

struct header *heap_find(uint64_t address)
{
	tid t = arena_of(address);
	uint64_t bytes, base, at;

	if (t == TID_NONE)
		return 0;
	base = arena_start(t, &bytes);
	for (at = base; at < base + heap_arena_used[t];) {
		struct header *h = (struct header *)at;

		while (h->magic != MAGIC && at < base + heap_arena_used[t])
			h = (struct header *)(at += 16);
		if (address < at + h->span * 16ull)
			return h;
		at += h->span * 16ull;
	}
	return 0;
}

bool heap_has_half(uint32_t half)
{
	for (tid t = 0; t < ARENAS_EACH; t++) {
		uint64_t bytes, base = arena_start(t, &bytes);
		uint64_t at = (base & ~(uint64_t)UINT32_MAX) + half;
		struct header *h;

		if (half < ARENA_FIRST || at < base ||
			at - base >= heap_arena_used[t])
			continue;
		h = heap_find(at);
		if (h && at - (uint64_t)h >= LEFT &&
			at - (uint64_t)h < LEFT + h->size)
			return true;
	}
	return false;
}

void heap_describe(uint64_t address, struct channel_place *out)
{
	struct header *h = heap_find(address);

	if (!h)
		return;
	out->block = (uint64_t)h + LEFT;
	out->block_size = h->size;
	out->block_pc = h->pc;
	out->block_thread = h->thread;
	out->freed_pc = h->freed_pc;
	out->freed_thread = h->freed_pc ? h->freed_thread : TID_NONE;
	out->block_life = h->life;
}

uint64_t heap_life(uint64_t address, uint32_t *since)
{
	const struct header *h = heap_find(address);

	*since = h ? h->since : 0;
	return h ? (uint64_t)h << 16 | h->life : 0;
}

enum {
	/* A block that moves each time it grows finds whoever holds on to its
	 * old place, and costs the square of its size.  So after so many times
	 * it gets room, and stays while that lasts. */
	MOVES = 63,
	STAYS = 4096 /* bytes, from which on that matters */
};

static bool grows_often(const struct header *h, size_t n)
{
	return h->moves == MOVES && n >= STAYS && n > h->size && !rt.reuse;
}

/* It does not move, if it has the room. */
static bool grow(struct header *h, size_t n, uint64_t pc)
{
	uint64_t block = (uint64_t)h + LEFT, old = h->size;
	uint64_t end = (uint64_t)h + h->span * 16ull;

	if (n > end - RIGHT - block)
		return false;
	caveat(CAVEAT_realloc_stays, "%zu bytes", n);
	/* Who uses it meanwhile would be in a place that is gone. */
	coarse_unless_point(pc);
	access_record(block, old, ACC_WRITE, pc);
	undo_save(h, sizeof *h);
	h->size = n;
	set_zone(block + (old & ~3ull), block + (n & ~3ull), 0);
	set_zones(block, block, n, end);
	return true;
}

void *heap_resize(void *p, size_t n, uint64_t pc)
{
	struct header *h = header_of((uint64_t)p);
	size_t keep;
	void *q;

	if (!in_heap((uint64_t)p)) {
		/* A library's block from before: its size is not known to us.
		 */
		unsupported("realloc of memory from before main", pc);
	}
	if (((uint64_t)p & 15) || h->magic != MAGIC || h->freed_pc || n == 0) {
		heap_release(p, pc);
		return 0;
	}
	if (unlikely(grows_often(h, n))) {
		if (grow(h, n, pc))
			return p;
		q = allocate_new(n, n / 2, ALIGN, pc);
	} else {
		q = allocate(n, ALIGN, pc);
	}
	if (!q)
		return 0;
	header_of((uint64_t)q)->moves =
		(h->moves < MOVES ? h->moves + 1 : MOVES) & MOVES;
	/* Others may have freed p by now: the read tells. */
	keep = h->size < n ? h->size : n;
	coarse_unless_point(pc);
	access_record((uint64_t)p, keep, ACC_READ, pc);
	access_record((uint64_t)q, keep, ACC_WRITE, pc);
	memcpy(q, p, keep);
	heap_release(p, pc);
	return q;
}

size_t heap_size(const void *block)
{
	return header_of((uint64_t)block)->size;
}
