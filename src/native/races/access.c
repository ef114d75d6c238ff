/* SPDX-License-Identifier: MIT */
/* access.c - one access to memory: heap check, races, undo log, record
 *
 * What a hook does when the filter did not take it, and what library wrappers
 * announce.  `take` is the common case: nothing in the cell needs keeping, the
 * access takes its place.  Everything else goes through access_settle().
 * Accesses wider than a cell go cell by cell; they are one operation.
 *
 * What a cell may forget says settle.h.
 *
 * Cost     some 25 instructions in the common case.
 */
#include "native/coarse.h"
#include "native/races/fenced.h"
#include "native/races/filter.h"
#include "native/footprint.h"
#include "native/memory.h"
#include "native/model/written.h"
#include "native/posix/interrupted.h"
#include "native/races/tile.h"
#include "native/races/settle.h"
#include "native/spin.h"
#include "native/trace.h"

#include <string.h>

/* --- the common case -------------------------------------------------------
 */

/* An old access that a new one of these bytes replaces without loss. */
static inline bool replaced(uint64_t key, uint32_t mask)
{
	return stale(key) || (covers(key, mask) && ordered(key));
}

static inline bool take_read(struct cell *c, uint32_t mask, uint64_t pc)
{
	uint64_t w = c->write, r = c->read;

	if (unlikely(!(stale(w) || ordered(w)) || !replaced(r, mask)))
		return false;
	if (unlikely(c->more)) {
		if (!stale(w) || !stale(r))
			return false;
		log_cell(c);
		c->more = 0;
	} else {
		log_cell(c);
	}
	c->read = key_of(mask, 0);
	c->read_pc = (uint32_t)pc;
	return true;
}

static inline bool can_write(const struct cell *c, uint32_t mask)
{
	uint64_t w = c->write, r = c->read;

	return replaced(w, mask) && replaced(r, mask) &&
	       (!c->more || (stale(w) && stale(r)));
}

static inline void take_write(struct cell *c, uint32_t mask, uint64_t pc)
{
	log_cell(c);
	/* Its own earlier read stays: `again` compares with both. */
	if (key_thread(c->read) != rt.world.self)
		c->read = 0;
	c->more = 0;
	c->write = key_of(mask, 0);
	c->write_pc = (uint32_t)pc;
}

/* Heap memory that was touched in this execution and not freed since. */
static inline bool known(const struct cell *c)
{
	return !(c->object & ~CELL_OBJECT) &&
	       !(stale(c->write) && stale(c->read));
}

/* The first access to a cell of a live block: what ranges did to it is its own
 * then. */
static inline bool begins(struct cell *c, uint64_t granule)
{
	if (known(c))
		return true;
	if (c->object & ~CELL_OBJECT || tile_at(granule)->all.object)
		return false;
	log_cell(c);
	cell_speaks(c, granule);
	return true;
}

static __attribute__((noinline)) bool begin(uint64_t address, size_t size)
{
	struct cell *c = cell_of(address);

	return (one_cell(address, size) || two_cells(address, size)) &&
	       heap_good(address, size) && begins(c, address & ~3ull) &&
	       (size <= 4 || begins(c + 1, address + 4));
}

/* A known cell, of which the access replaces nothing.  If all else that is
 * known is ordered before it stays, beside the new one.  But bytes that the
 * same instruction touches after others of the cell, in one segment, join them:
 * of an access no more is known than which bytes it touched. */
static __attribute__((noinline)) bool take_beside(
	uint64_t address, uint32_t mask, unsigned flags, uint64_t pc)
{
	struct cell *c = cell_of(address);
	uint64_t key = key_of(mask, 0), *into = 0;
	bool write = flags & ACC_WRITE;

	if (untouched(c) || !quiet(c))
		return false;
	if (same_but_bytes(write ? c->write : c->read,
		    write ? c->write_pc : c->read_pc, key, pc))
		into = write ? &c->write : &c->read;
	for (uint32_t i = c->more; i; i = older_at(i)->next) {
		struct older *o = older_at(i);

		if (o->write == write && same_but_bytes(o->key, o->pc, key, pc))
			into = &o->key;
	}
	if (into) {
		*into |= key;
		return true;
	}
	log_cell(c);
	if (write && key_stamp(c->write) < rt.epoch_stamp)
		log_data(address);
	settle_place(c, key, flags, pc);
	return true;
}

/* False: it takes more than that. */
static inline bool take(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	struct cell *c = cell_of(address);
	uint32_t mask;

	if (in_heap(address)) {
		if (!(known(c) && known(c + (size > 4))) &&
			!begin(address, size))
			return false;
	} else if (unlikely((c->object | c[size > 4].object) & CELL_SYNC) ||
		   frames_foreign(address)) {
		return false;
	}
	if (one_cell(address, size)) {
		mask = ((1u << size) - 1) << (address & 3);
		if (!(flags & ACC_WRITE))
			return take_read(c, mask, pc) ||
			       (mask != 0xf &&
				       take_beside(address, mask, flags, pc));
		if (unlikely(!can_write(c, mask)))
			return mask != 0xf &&
			       take_beside(address, mask, flags, pc);
		if (key_stamp(c->write) < rt.epoch_stamp)
			log_data(address);
		take_write(c, mask, pc);
		return true;
	}
	if (!two_cells(address, size))
		return false;
	if (!(flags & ACC_WRITE))
		return take_read(c, 0xf, pc) && take_read(c + 1, 0xf, pc);
	if (unlikely(!can_write(c, 0xf) || !can_write(c + 1, 0xf)))
		return false;
	if (key_stamp(c->write) < rt.epoch_stamp ||
		key_stamp(c[1].write) < rt.epoch_stamp)
		log_data(address);
	take_write(c, 0xf, pc);
	take_write(c + 1, 0xf, pc);
	return true;
}

/* --- what hooks and wrappers call --------------------------------------------
 */

static void record(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	if (unlikely(rt.footprints) && (flags & ACC_ATOMIC) &&
		!(flags & ACC_ADD))
		footprint_made(address, size, flags & ACC_WRITE);
	if (unlikely(rt.watching & (SPINNING | FOOTPRINTS | TURNING))) {
		if (unlikely(flags & ACC_FREE))
			footprint_freed(address, size);
		else if (rt.footprints && !(flags & ACC_ADD))
			footprint_access(address, size, flags & ACC_WRITE);
		if (unlikely(rt.late) && rt.footprints &&
			(flags & (ACC_WRITE | ACC_ADD | ACC_ATOMIC)) ==
				ACC_WRITE)
			written_over(address, size, false);
		spin_access(address, size, flags & ACC_WRITE, pc);
	}
	if (unlikely(rt.watching & HANDLING))
		signal_access(address, size, flags, pc);
	access_settle(address, size, flags, pc);
	spin_leave_nothing();
}

void access_record(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	if (unlikely(rt.filters) && (flags & (ACC_ATOMIC | ACC_FREE) ||
					    point_has(pc) || point_watched(pc)))
		flags |= filter_trusted(pc);
	record(address, size, flags, pc);
}

void access_pending(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	if (!wild(address) && !wild(address + size))
		access_settle(
			address, size, flags | ACC_CHECKED | ACC_PENDING, pc);
}

void access_object(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	flags |= ACC_ATOMIC | ACC_CHECKED | ACC_OBJECT;
	if (unlikely(rt.footprints))
		footprint_memory(address, size, flags & ACC_WRITE);
	access_settle(address, size, flags, pc);
}

void access_left(uint64_t address, size_t size, uint64_t pc)
{
	footprint_ends(address, size);
	access_settle(address, size, ACC_WRITE | ACC_FREE | ACC_CHECKED, pc);
}

/* Nothing was here in this execution, or this thread's atomic access of the
 * same kind came last and all others were atomic: only the time changes.
 * (Relaxed atomics of many threads meet in one cell.) */
static inline bool take_atomic(
	struct cell *c, uint64_t me, unsigned flags, uint64_t pc)
{
	uint64_t w = c->write, r = c->read;
	bool fresh = stale(w) && stale(r);

	if (flags & ACC_WRITE) {
		if (!fresh &&
			((((w ^ me) >> 32) | (c->more & MORE_PLAIN)) ||
				stale(w) || !(r & KEY_ATOMIC || stale(r))))
			return false;
	} else if (!fresh &&
		   ((((r ^ me) >> 32) | (c->more & MORE_PLAIN)) || stale(r) ||
			   !(w & KEY_ATOMIC || stale(w)))) {
		return false;
	}
	log_cell(c);
	if (fresh)
		c->more = 0;
	if (flags & ACC_WRITE) {
		c->write = me;
		c->write_pc = (uint32_t)pc;
	} else {
		c->read = me;
		c->read_pc = (uint32_t)pc;
	}
	return true;
}

void access_atomic(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	struct cell *c = cell_of(address);

	uint64_t watching_or_points;

	flags |= ACC_ATOMIC;
	if (unlikely(rt.filters))
		flags |= filter_trusted(pc);
	__builtin_memcpy(
		&watching_or_points, &rt.watching, sizeof watching_or_points);
	if (likely(one_cell(address, size) && !watching_or_points &&
		    (!in_heap(address) || known(c)) &&
		    !frames_foreign(address))) {
		uint64_t mask = ((1u << size) - 1) << (address & 3);
		uint32_t before = key_stamp(c->write);

		if (likely(take_atomic(c,
			    rt.key | mask << KEY_MASK_SHIFT | KEY_ATOMIC |
				    (flags & ACC_TRUSTED ? KEY_TRUSTED : 0),
			    flags, pc))) {
			if ((flags & ACC_WRITE) && before < rt.epoch_stamp)
				log_data(address);
			return;
		}
	}
	record(address, size, flags, pc);
}

static inline bool everywhere(uint64_t address, unsigned flags)
{
	return unlikely(rt.everywhere) && (flags & ACC_CODE) &&
	       !own_stack(address) && !rt.self->held_by;
}

/* Asked only when there may be a point. */
static inline bool stops_before(uint64_t address, unsigned flags, uint64_t pc)
{
	return everywhere(address, flags) || point_has(pc) ||
	       (unlikely(rt.filters) && point_watched(pc));
}

/* Do the directives allow a point there?  Who makes the access is known then.
 */
static bool allowed(uint64_t address, size_t size, unsigned *flags, uint64_t pc)
{
	if (rt.racing && (everywhere(address, *flags) || point_has(pc)))
		return filter_access(address, size, flags);
	*flags |= filter_trusted(pc);
	return false;
}

/* How far a string is read is known when it is: what is told before, to whoever
 * decides, may be more. */
static size_t accessed(uint64_t address, size_t size, unsigned flags)
{
	size_t n;

	if (!(flags & ACC_STRING))
		return size;
	n = strnlen((const char *)address, size);
	return n < size ? n + 1 : n;
}

void access_told(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	bool told = rt.watching & TRACED && rt.tracing;

	if (unlikely(told))
		trace_data(flags & ACC_WRITE ? DATA_WRITE : DATA_READ, address,
			size, !(flags & ACC_CODE), pc);
	access_record(address, size, flags, pc);
	if (unlikely(told))
		trace_data_made();
}

/* A store that others may see late, and can: of the test's own code, which
 * makes it right behind its hook.  Then its footprint is not that of an access.
 */
static __attribute__((noinline, cold)) bool is_late(
	uint64_t address, size_t size, unsigned flags)
{
	if (!(flags & ACC_WRITE) || flags & ACC_WHOLE)
		return false; /* a locked one (plugin/fence.h) */
	if ((flags & ACC_CODE) && size <= BUFFER_STORE_MAX)
		return true;
	if (!frames_private(rt.self, address, size))
		caveat(CAVEAT_unbuffered,
			flags & ACC_CODE ? "%zu bytes"
					 : "%zu bytes, by a library function "
					   "or assembly",
			size);
	return false;
}

/* What is made at once where stores are late comes after the older ones. */
static inline enum op kind_of(unsigned flags, bool late)
{
	if (!(flags & ACC_WRITE))
		return OP_read;
	return unlikely(rt.late) && !late && !(flags & ACC_WHOLE) ? OP_write_now
								  : OP_write;
}

static __attribute__((noinline)) void racing_point(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	bool late = unlikely(rt.late) && is_late(address, size, flags);

	if (flags & ACC_WRITE) {
		rt.channel->late_stores = 1;
		if (!rt.late && !(flags & ACC_WHOLE))
			overtaken_store(address, size, pc);
	} else {
		overtaken_look(OP_read, address, (uint32_t)size);
	}
	if (unlikely(rt.self->held_by)) {
		if (late)
			(void)is_late(
				address, size, flags & ~(unsigned)ACC_CODE);
		rt.world.overtook |= rt.late && flags & ACC_WRITE;
		coarse_now();
		access_told(address, accessed(address, size, flags), flags, pc);
		return;
	}
	if (unlikely(rt.filters) && !allowed(address, size, &flags, pc)) {
		rt.world.overtook |= rt.late && flags & ACC_WRITE;
		record(address, accessed(address, size, flags), flags, pc);
		stamp_next(); /* the next one may have another stack */
		return;
	}
	if (!(flags & ACC_CODE))
		rt.announced = (uint64_t)__builtin_dwarf_cfa();
	late = late && !store_is_made_now(pc);
	sched_point(kind_of(flags, late), address, (uint32_t)size, pc);
	if (unlikely(rt.footprints) && !late)
		footprint_made(address, size, flags & ACC_WRITE);
	size = accessed(address, size, flags);
	record(address, size, late ? flags | ACC_ADD : flags, pc);
	if ((size > 8 || (address & 7) + size > 8 || flags & ACC_TORN) &&
		!(flags & ACC_WHOLE) && point_has(pc))
		caveat(CAVEAT_may_tear, "%zu bytes", size);
	else if ((flags & ACC_BYTES) && settled_several())
		caveat(CAVEAT_may_tear,
			"%zu bytes, by a library function that may go byte by "
			"byte",
			size);
	stamp_next(); /* its record must not satisfy the next hook */
	if (late)
		memory_store_begins(address, size, pc);
}

void access_log(void *p, size_t n)
{
	uint64_t address = (uint64_t)p & ~7ull, end = (uint64_t)p + n;

	if (unlikely(n > 1 << 20))
		undo_room(2 * n);
	for (; address < end; address += 8)
		log_data(address);
}

void access_plain(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	rt.access_address = address;
	rt.access_pc = pc;
	if (unlikely(wild(address))) {
		if (rt.self->held_by && !(flags & ACC_WRITE))
			return; /* a copy that stands for what was announced */
		bug(BUG_wild_access, pc, 0,
			"%s at address 0x%llx, which is memory of scarp's own",
			flags & ACC_WRITE ? "write" : "read",
			(unsigned long long)address);
	}
	if (unlikely(rt.stops) && stops_before(address, flags, pc))
		racing_point(address, size, flags, pc);
	else if (unlikely(rt.watching) || !take(address, size, flags, pc))
		access_told(address, size, flags, pc);
}

size_t access_string(const char *s, size_t n, uint64_t pc)
{
	uint64_t address = (uint64_t)s;

	if (unlikely(wild(address)))
		access_read(s, 1, pc);
	rt.access_address = address;
	rt.access_pc = pc;
	racing_point(address, n, ACC_READ | ACC_BYTES | ACC_STRING, pc);
	return accessed(address, n, ACC_STRING);
}

void access_joins(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	struct cell *c = cell_of(address);
	uint64_t *key = flags & ACC_WRITE ? &c->write : &c->read;

	if (rt.stops || rt.watching || c->object & ~CELL_OBJECT ||
		frames_foreign(address) || !quiet(c))
		access_plain(address, size, flags, pc);
	else
		*key |= ((1ull << size) - 1)
			<< (KEY_MASK_SHIFT + (address & 3));
}

void access_freed(uint64_t address, size_t size, uint64_t pc)
{
	access_record(address, size, ACC_WRITE | ACC_FREE, pc);
}

enum {
	HUGE = 1 << 30
};

/* A negative length, most often.  A heap block says by itself that it is not so
 * large, before all of it counts as work; of other memory a look at the end
 * tells: who has none there crashes here, at the test's place, and not after
 * hours in the shadow. */
static __attribute__((noinline, cold)) void huge(
	uint64_t address, size_t n, unsigned flags, uint64_t pc)
{
	const uint64_t top = 1ull << 47; /* of user space; nothing lies there */
	uint64_t last = address + n - 1;

	if (in_heap(address)) {
		access_plain(address, HUGE, flags, pc);
		return;
	}
	if (address >= top || n > top - address)
		last = address < top ? top - 1 : address;
	rt.access_address = last;
	rt.access_pc = pc;
	(void)*(volatile char *)last;
}

static inline void access_range(
	const void *p, size_t n, unsigned flags, uint64_t pc)
{
	if (!n || !controlled())
		return;
	if (unlikely(n > HUGE))
		huge((uint64_t)p, n, flags, pc);
	access_plain((uint64_t)p, n, flags, pc);
}

void access_read(const void *p, size_t n, uint64_t pc)
{
	access_range(p, n, ACC_READ, pc);
}

void access_write(void *p, size_t n, uint64_t pc)
{
	access_range(p, n, ACC_WRITE, pc);
}

void access_bytes(const void *p, size_t n, bool write, uint64_t pc)
{
	access_range(p, n, (write ? ACC_WRITE : ACC_READ) | ACC_BYTES, pc);
}
