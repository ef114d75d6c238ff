/* SPDX-License-Identifier: MIT */
/* access.c - one access to memory: heap check, races, undo log, record
 *
 * The slow path of every hook, and what library wrappers announce.  Accesses
 * wider than 8 bytes go cell by cell; they are one operation.
 *
 * Which old accesses a cell may forget: a write forgets those that happen
 * before it and whose bytes it covers, a read forgets such reads.  Whoever
 * races with what was forgotten races with what replaced it, and at the
 * fixpoint of decision points (native-rules 5) that marks both instructions.
 */
#include "native/shadow.h"

#include <string.h>

static inline bool covers(uint64_t key, uint32_t mask)
{
	return !(((key >> KEY_MASK_SHIFT) & 0xff) & ~mask);
}

static inline bool ordered(uint64_t key)
{
	tid t = key_thread(key);

	return t == rt.self->id || key_stamp(key) <= rt.clock[t];
}

static inline bool conflicts(uint64_t key, uint32_t mask, unsigned flags)
{
	return ((key >> KEY_MASK_SHIFT) & mask & 0xff) && !ordered(key) &&
	       !((key & KEY_ATOMIC) && (flags & ACC_ATOMIC));
}

static inline struct older *older_at(uint32_t index)
{
	return (struct older *)(void *)(rt.arena + index);
}

static void report(uint64_t granule, uint64_t key, uint32_t pc, bool write,
	uint32_t mask, unsigned flags, uint64_t pc_now)
{
	unsigned first = (unsigned)__builtin_ctz(mask);

	race_found(granule + first, key, pc_expand(pc), write, flags,
		(size_t)__builtin_popcount(mask), pc_now);
}

static void set_more(struct cell *c, uint32_t index)
{
	undo_save8(&c->more);
	c->more = index;
}

/* Chains an access that is pushed out of the cell. */
static void keep_older(struct cell *c, uint64_t key, uint32_t pc, bool write)
{
	uint32_t index;
	struct older *o =
		(struct older *)(void *)arena_words(sizeof *o / 4, &index);

	o->key = key;
	o->pc = pc;
	o->write = write;
	o->next = c->more;
	set_more(c, index);
}

/* What the access under way replaces (see above). */
static bool replaced(const struct older *o, uint32_t mask, bool write)
{
	return ordered(o->key) && covers(o->key, mask) && (write || !o->write);
}

/* Without forgetting, a location that n unordered accesses reach would cost
 * n * n; so its chain holds a few for each thread. */
static void check_older(struct cell *c, uint64_t granule, uint32_t mask,
	unsigned flags, uint64_t pc)
{
	bool write = flags & ACC_WRITE;
	struct older *kept = NULL;

	for (uint32_t i = c->more; i; i = older_at(i)->next) {
		struct older *o = older_at(i);

		if ((write || o->write) && conflicts(o->key, mask, flags))
			report(granule, o->key, o->pc, o->write, mask, flags,
				pc);
		if (!replaced(o, mask, write)) {
			kept = o;
		} else if (kept) {
			undo_save8(&kept->next);
			kept->next = o->next;
		} else {
			set_more(c, o->next);
		}
	}
}

static void cell_access(struct cell *c, uint64_t granule, uint32_t mask,
	unsigned flags, uint64_t pc)
{
	bool write = flags & ACC_WRITE;
	uint64_t me = (rt.key & 0xfffffffffffull) |
		      (uint64_t)mask << KEY_MASK_SHIFT |
		      (flags & ACC_ATOMIC ? KEY_ATOMIC : 0) |
		      (flags & ACC_FREE ? KEY_FREE : 0);
	uint64_t w = c->write, r = c->read;

	if (conflicts(w, mask, flags))
		report(granule, w, c->write_pc, true, mask, flags, pc);
	if (write && conflicts(r, mask, flags))
		report(granule, r, c->read_pc, false, mask, flags, pc);
	if (unlikely(c->more))
		check_older(c, granule, mask, flags, pc);

	if (key_stamp(w) < rt.epoch_stamp && key_stamp(r) < rt.epoch_stamp)
		undo_save8(&c->write_pc);
	if (write) {
		if (key_stamp(w) < rt.epoch_stamp) {
			undo_save8(&c->write);
			if ((granule & ~(STACK_STRIDE - 1)) !=
				((uint64_t)rt.self->stack_low &
					~(STACK_STRIDE - 1)))
				undo_save8((void *)granule);
		}
		if (w && !(ordered(w) && covers(w, mask)))
			keep_older(c, w, c->write_pc, true);
		if (r && ordered(r) && covers(r, mask)) {
			if (key_stamp(r) < rt.epoch_stamp)
				undo_save8(&c->read);
			c->read = 0;
		}
		c->write = me;
		c->write_pc = (uint32_t)pc;
	} else {
		if (key_stamp(r) < rt.epoch_stamp)
			undo_save8(&c->read);
		if (r && !(ordered(r) && covers(r, mask)))
			keep_older(c, r, c->read_pc, false);
		c->read = me;
		c->read_pc = (uint32_t)pc;
	}
}

void access_record(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	uint64_t end = address + size;

	if (unlikely(rt.watching))
		spin_access(address, size, flags & ACC_WRITE,
			flags & ACC_ATOMIC, pc);
	while (address < end) {
		uint64_t granule = address & ~7ull;
		uint64_t stop = end < granule + 8 ? end : granule + 8;
		unsigned n = (unsigned)(stop - address);
		unsigned shift = (unsigned)(address & 7);
		struct cell *c = cell_of(granule);

		if (in_heap(granule) && !(flags & ACC_CHECKED))
			heap_check(address, n, flags & ACC_WRITE, pc,
				c->object >> CELL_HEAP_SHIFT);
		cell_access(c, granule, ((1u << n) - 1) << shift, flags, pc);
		address = stop;
	}
}

void access_plain(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	bool point = unlikely(rt.points) && rt.racing && !rt.self->in_libc &&
		     point_has(pc);

	rt.access_address = address;
	rt.access_pc = pc;
	if (unlikely(address - SHADOW_BASE < HEAP_BASE - SHADOW_BASE))
		bug(BUG_wild_access, pc, 0,
			"%s at address 0x%llx, which is memory of scarp's own",
			flags & ACC_WRITE ? "write" : "read",
			(unsigned long long)address);
	if (point)
		sched_point(flags & ACC_WRITE ? OP_write : OP_read, address,
			(uint32_t)size, pc);
	if (size <= 8 && (address & 7) + size <= 8 && likely(!rt.watching)) {
		struct cell *c = cell_of(address);

		if (in_heap(address))
			heap_check(address, size, flags & ACC_WRITE, pc,
				c->object >> CELL_HEAP_SHIFT);
		cell_access(c, address & ~7ull,
			((1u << size) - 1) << (address & 7), flags, pc);
	} else {
		access_record(address, size, flags, pc);
	}
	if (point) {
		if (size > 8 || (address & 7) + size > 8)
			caveat(CAVEAT_may_tear, "%zu bytes", size);
		stamp_next(); /* its record must not satisfy the next hook */
	}
}

void access_read(const void *p, size_t n, uint64_t pc)
{
	if (n && controlled())
		access_plain((uint64_t)p, n, ACC_READ, pc);
}

void access_write(void *p, size_t n, uint64_t pc)
{
	if (n && controlled())
		access_plain((uint64_t)p, n, ACC_WRITE, pc);
}

size_t access_string(const char *s, uint64_t pc)
{
	size_t n = strlen(s);

	access_read(s, n + 1, pc);
	return n;
}
