/* SPDX-License-Identifier: MIT */
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/heap.h"
#include "native/raw.h"
#include "native/reuse.h"
#include "native/shadow.h"
#include "native/spin.h"
#include "native/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAGIC 0x62726373u
enum {
	LEFT = 48,
	RIGHT = 32,
	ALIGN = 16 /* of what malloc gives */
};

struct header {
	uint32_t magic;
	uint16_t life;	   /* how often its memory was handed out before */
	uint8_t library;   /* a library asked, or the runtime */
	uint8_t kept;	   /* enum kept, at the end of the execution */
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
static uint64_t arena_used[THREADS_MAX];
/* The end of what was ever handed out; beyond it all is zero.  Not rewound. */
static uint64_t arena_dirty[THREADS_MAX];

enum {
	LARGE = 1 << 20, /* blocks from here on are not walked as a whole */
	LARGE_FREED_MAX = 256,
};

/* Freed large blocks: where nobody touched them, their cells do not say so.
 * Rewound. */
static struct {
	uint64_t start, end;
} large_freed[LARGE_FREED_MAX];
static uint64_t large_freed_count;

static uint64_t arena_start(tid t, uint64_t *bytes)
{
	if (t == 0) {
		*bytes = 16 * GIB;
		return HEAP_BASE;
	}
	if (t < 64) {
		*bytes = GIB / 2;
		return HEAP_BASE + 16 * GIB + (t - 1) * (GIB / 2);
	}
	*bytes = 4ull << 20;
	return HEAP_BASE + 48 * GIB + (t - 64) * (4ull << 20);
}

static tid arena_of(uint64_t address)
{
	uint64_t at = address - HEAP_BASE;

	if (at < 16 * GIB)
		return 0;
	if (at < 16 * GIB + 63 * (GIB / 2))
		return (tid)(1 + (at - 16 * GIB) / (GIB / 2));
	if (at < 48 * GIB)
		return TID_NONE;
	at = 64 + (at - 48 * GIB) / (4ull << 20);
	return at < THREADS_MAX ? (tid)at : TID_NONE;
}

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
	return arena_used[t];
}

void heap_init(void)
{
	mmap((void *)HEAP_BASE, HEAP_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			MAP_FIXED_NOREPLACE,
		-1, 0);
}

static void set_state(uint64_t at, unsigned state)
{
	struct cell *c = cell_of(at);

	if (c->object >> CELL_HEAP_SHIFT == state)
		return;
	undo_save8(&c->more);
	c->object = (c->object & CELL_OBJECT) | state << CELL_HEAP_SHIFT;
}

static void set_zone(uint64_t from, uint64_t to, unsigned state)
{
	for (uint64_t at = from; at < to; at += 4)
		set_state(at, state);
}

static struct header *header_of(uint64_t block)
{
	return (struct header *)(block - LEFT);
}

/* A new block reads as zero in every execution.  What the test wrote there in
 * an earlier one was undone, what a library wrote was not; nobody has seen that
 * memory in this execution, so nothing needs to be logged. */
static void make_fresh(tid t, uint64_t base, uint64_t block, size_t n)
{
	uint64_t end = block + n, dirty = base + arena_dirty[t];
	uint64_t first = (block + 4095) & ~4095ull, last;

	if (base + arena_used[t] > dirty)
		arena_dirty[t] = arena_used[t];
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
		set_state(block + (n & ~3ull), n & 3);
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
	h->library = !in_program(pc);
	h->freed_pc = 0;
	h->life++;
	h->since = rt.stamp;
	set_zone(block, block + (n & ~3ull), 0);
	set_zones(block, block, n, end);
	return (void *)block;
}

static void *allocate_new(size_t n, size_t align, uint64_t pc)
{
	tid t = rt.self->id;
	uint64_t bytes, base = arena_start(t, &bytes);
	uint64_t at = base + arena_used[t];
	uint64_t block = (at + LEFT + align - 1) & ~(uint64_t)(align - 1);
	uint64_t end = block + ((n + 7) & ~7ull) + RIGHT;
	struct header *h = header_of(block);

	end = (end + 15) & ~15ull;
	/* More than any machine that this runs on would give. */
	if (n > HEAP_BYTES) {
		errno = ENOMEM;
		return 0;
	}
	if (end > base + bytes) {
		caveat(CAVEAT_heap_used_up, "thread T%u used %llu MiB", t,
			(unsigned long long)bytes >> 20);
		execution_leave(OUTCOME_STOPPED);
	}
	spin_abandon();
	undo_save8(&arena_used[t]);
	arena_used[t] = end - base;
	undo_save(h, sizeof *h);
	*h = (struct header){.magic = MAGIC,
		.size = n,
		.pc = unlikely(rt.tracing) ? test_pc(pc) : pc,
		.library = !in_program(pc),
		.thread = t,
		.span = (uint32_t)((end - (block - LEFT)) / 16)};
	/* The gap that alignment left belongs to the left zone. */
	set_zones(at, block, n, end);
	make_fresh(t, base, block, unlikely(rt.reuse) ? end - block : n);
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
	p = again ? relive(again, n, pc) : allocate_new(n, align, pc);
	if (seen && unlikely(rt.tracing))
		trace_place((uint64_t)p);
	return p;
}

static void *allocate(size_t n, size_t align, uint64_t pc)
{
	if (unlikely(rt.reuse))
		return allocate_chosen(n, align, pc);
	reuse_note_allocation(n, pc);
	return allocate_new(n, align, pc);
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

/* The block whose zone or bytes hold the address; NULL: none. */
static struct header *find(uint64_t address)
{
	tid t = arena_of(address);
	uint64_t bytes, base, at;

	if (t == TID_NONE)
		return 0;
	base = arena_start(t, &bytes);
	for (at = base; at < base + arena_used[t];) {
		struct header *h = (struct header *)at;

		while (h->magic != MAGIC && at < base + arena_used[t])
			h = (struct header *)(at += 16);
		if (address < at + h->span * 16ull)
			return h;
		at += h->span * 16ull;
	}
	return 0;
}

void heap_describe(uint64_t address, struct channel_place *out)
{
	struct header *h = find(address);

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
	const struct header *h = find(address);

	*since = h ? h->since : 0;
	return h ? (uint64_t)h << 16 | h->life : 0;
}

static bool in_large_freed(uint64_t address)
{
	for (uint64_t i = 0; i < large_freed_count; i++)
		if (address - large_freed[i].start <
			large_freed[i].end - large_freed[i].start)
			return true;
	return false;
}

void heap_check(
	uint64_t address, size_t size, bool write, uint64_t pc, unsigned state)
{
	const char *verb = write ? "write of" : "read of";
	const char *s = size == 1 ? "" : "s";
	struct header *h;
	tid t;

	if (unlikely(large_freed_count) && state == 0 &&
		in_large_freed(address))
		state = HEAP_FREED;
	if (likely(state == 0)) {
		t = arena_of(address);
		if (likely(t != TID_NONE)) {
			uint64_t bytes, base = arena_start(t, &bytes);

			if (likely(address < base + arena_used[t]))
				return;
		}
		bug(BUG_wild_access, pc, address,
			"%s %zu byte%s of heap memory that was never allocated",
			verb, size, s);
	}
	if (state < HEAP_LEFT && (address & 3) + size <= state)
		return;
	h = find(address);
	if (state == HEAP_FREED)
		bug(BUG_use_after_free, pc, address,
			"%s %zu byte%s of a freed block of %llu bytes", verb,
			size, s, h ? (unsigned long long)h->size : 0);
	if (state == HEAP_LEFT)
		bug(BUG_heap_underflow, pc, address,
			"%s %zu byte%s before a block of %llu bytes", verb,
			size, s, h ? (unsigned long long)h->size : 0);
	bug(BUG_heap_overflow, pc, address,
		"%s %zu byte%s beyond the end of a block of %llu bytes", verb,
		size, s, h ? (unsigned long long)h->size : 0);
}

/* Synchronisation objects end with their memory; not while one is held. */
static void forget_objects(uint64_t block, size_t size, uint64_t pc)
{
	for (uint64_t at = block; at < block + size; at += 4) {
		uint32_t n = cell_of(at)->object & CELL_OBJECT;
		struct object *o = &rt.object[n];

		if (n && o->address >= block && o->address < block + size &&
			o->owner != TID_NONE && o->type != 0xff)
			bug(BUG_destroy_busy, pc, o->address,
				"free of memory with a lock in it that thread "
				"T%u holds",
				o->owner);
	}
}

/* A free writes all of it. */
static void release_range(uint64_t from, uint64_t to, uint64_t pc)
{
	forget_objects(from, to - from, pc);
	access_record(from, to - from, ACC_WRITE | ACC_FREE | ACC_CHECKED, pc);
	set_zone(from, to, HEAP_FREED);
}

/* release_range for those parts of a large block whose shadow was ever touched:
 * where it was not, nobody made an access that a free could race with.  Asks
 * the kernel, as looking would commit the shadow's pages.  False: cannot. */
static bool release_touched(uint64_t block, uint64_t end, uint64_t pc)
{
	static uint64_t entry[512];
	uint64_t per_page = 4096 / sizeof(struct cell) * 4;
	uint64_t at = block, page = (uint64_t)cell_of(block) / 4096;
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
	if ((block & 15) ||
		cell_of(block - 4)->object >> CELL_HEAP_SHIFT != HEAP_LEFT ||
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
	if (h->size)
		release_bytes(block, h->size, pc);
	spin_abandon();
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
	q = allocate(n, ALIGN, pc);
	if (!q)
		return 0;
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

/* The first block from `at` on in a thread's arena; NULL: none. */
static struct header *block_from(uint64_t at, uint64_t end)
{
	for (; at < end; at += 16)
		if (((struct header *)at)->magic == MAGIC)
			return (struct header *)at;
	return 0;
}

/* The block behind h, or the first of all; NULL: there is none. */
static struct header *next_block(const struct header *h)
{
	tid t = h ? arena_of((uint64_t)h) : 0;
	uint64_t room, base = arena_start(t, &room);
	uint64_t at = h ? (uint64_t)h + h->span * 16ull : base;

	for (;;) {
		struct header *next = block_from(at, base + arena_used[t]);

		if (next || ++t == THREADS_MAX)
			return next;
		at = base = arena_start(t, &room);
	}
}

void heap_keep(uint64_t address)
{
	struct header *h = in_heap(address) ? find(address) : 0;

	if (!h || h->freed_pc || !h->library || h->kept)
		return;
	undo_save(h, sizeof *h);
	h->kept = KEPT;
}

bool heap_kept_next(uint64_t *from, uint64_t *to)
{
	for (struct header *h = next_block(0); h; h = next_block(h))
		if (h->kept == KEPT) {
			undo_save(h, sizeof *h); /* marked long ago, perhaps */
			h->kept = KEPT_SCANNED;
			*from = (uint64_t)h + LEFT;
			*to = *from + h->size;
			return true;
		}
	return false;
}

bool heap_of_libraries(void)
{
	for (struct header *h = next_block(0); h; h = next_block(h))
		if (h->library && !h->freed_pc)
			return true;
	return false;
}

size_t heap_leaks(size_t *bytes, uint64_t *first)
{
	size_t n = 0;

	*bytes = 0;
	*first = 0;
	for (struct header *h = next_block(0); h; h = next_block(h)) {
		if (h->freed_pc || h->kept)
			continue;
		n++;
		*bytes += h->size;
		if (!*first)
			*first = (uint64_t)h + LEFT;
	}
	return n;
}
