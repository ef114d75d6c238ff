/* SPDX-License-Identifier: MIT */
/* access.c - one access to memory: heap check, races, undo log, record
 *
 * What a hook does when the filter did not take it, and what library wrappers
 * announce.  `take` is the common case: nothing in the cell needs keeping, the
 * access takes its place.  Everything else goes through `settle`.  Accesses
 * wider than a cell go cell by cell; they are one operation.
 *
 * Which old accesses a cell may forget: a write forgets those that happen
 * before it and whose bytes it covers, a read forgets such reads; and of one
 * thread's atomic accesses of the same kind the latest is enough.  Whoever
 * races with what was forgotten races with what replaced it, and at the
 * fixpoint of decision points (native-rules 5) that marks both instructions.
 * From the first such point on all pairs are to be listed, so the latest access
 * of each thread and instruction is kept.  (What races with what `take` makes
 * forget races with what takes its place, which is a point then, and no longer
 * goes that way.)
 *
 * Cost     some 25 instructions in the common case; a chain of older accesses
 *          has at most four entries a thread for each set of bytes: read or
 *          written, plain or atomic; with points, one for each instruction.
 */
#include "native/coarse.h"
#include "native/races/filter.h"
#include "native/footprint.h"
#include "native/threads/frames.h"
#include "native/life.h"
#include "native/memory.h"
#include "native/threads/waited.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/threads/thread.h"

#include <string.h>

enum {
	/* Where all pairs are to be listed: entries of a chain that are kept
	 * though something replaces them. */
	CHAIN_MAX = 64
};

/* The access being settled, for reports. */
static struct met now;
/* Key of the old access reported last, and its place. */
static uint64_t told;
static uint32_t told_pc;
/* Of the access, which bytes meet unordered ones, from its first cell on. */
static uint64_t met_bytes;
/* The cell that is, and which of its bytes. */
static uint64_t now_cell;
static uint32_t now_bytes;

static inline bool covers(uint64_t key, uint32_t mask)
{
	return !(((key >> KEY_MASK_SHIFT) & 0xf) & ~mask);
}

static inline bool stale(uint64_t key)
{
	return key_stamp(key) < rt.birth;
}

static inline bool ordered(uint64_t key)
{
	tid t = key_thread(key);

	return t == rt.world.self || key_stamp(key) <= rt.clock[t];
}

static inline bool conflicts(uint64_t key, uint32_t mask, unsigned flags)
{
	return ((key >> KEY_MASK_SHIFT) & mask & 0xf) &&
	       (!ordered(key) ||
		       (unlikely(rt.limited) && waited_conflict(key))) &&
	       !((key & KEY_ATOMIC) && (flags & ACC_ATOMIC));
}

/* What was done before this access, by whichever order there is. */
static inline bool settled(uint64_t key)
{
	return ordered(key) && (likely(!rt.limited) || waited_replaced(key));
}

static inline uint64_t key_of(uint32_t mask, unsigned flags)
{
	return (rt.key & (KEY_LOCKS | 0xfffffffffffull)) |
	       (uint64_t)mask << KEY_MASK_SHIFT |
	       (flags & ACC_ATOMIC ? KEY_ATOMIC : 0) |
	       (flags & ACC_FREE ? KEY_FREE : 0) |
	       (flags & ACC_TRUSTED ? KEY_TRUSTED : 0);
}

/* --- the common case -------------------------------------------------------
 */

/* An old access that a new one of these bytes replaces without loss. */
static inline bool replaced(uint64_t key, uint32_t mask)
{
	return stale(key) || (covers(key, mask) && ordered(key));
}

/* Once an epoch, before a cell changes. */
static inline void log_cell(const struct cell *c)
{
	if (unlikely(key_stamp(c->write) < rt.cell_epoch &&
		     key_stamp(c->read) < rt.cell_epoch))
		undo_save32(c);
}

static inline bool own_stack(uint64_t address)
{
	return thread_owns(rt.self, address);
}

/* What a write is about to change.  A thread's own stack is not logged: what
 * lies below a checkpoint's frames is copied when its thread goes on, and how
 * deep it went is noted, to be cleared before the next life there. */
static inline void log_data(uint64_t address)
{
	if (!own_stack(address))
		undo_save8((void *)(address & ~7ull));
	else if ((char *)address < stack_lowest[rt.world.self])
		stack_lowest[rt.world.self] = (char *)(address & ~7ull);
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

/* False: it takes more than that. */
static inline bool take(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	struct cell *c = cell_of(address);
	uint32_t mask;

	if (in_heap(address)) {
		if (!(known(c) && known(c + (size > 4))))
			return false;
	} else if (unlikely((c->object | c[size > 4].object) & CELL_SYNC) ||
		   frames_foreign(address)) {
		return false;
	}
	if (one_cell(address, size)) {
		mask = ((1u << size) - 1) << (address & 3);
		if (!(flags & ACC_WRITE))
			return take_read(c, mask, pc);
		if (unlikely(!can_write(c, mask)))
			return false;
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

/* --- what must be compared and kept -----------------------------------------
 */

static inline struct older *older_at(uint32_t more)
{
	return (struct older *)(void *)(rt.arena + (more & ~MORE_PLAIN));
}

/* Of the cell's accesses: which of these bytes did that one touch? */
static uint32_t touched(
	const struct cell *c, uint64_t key, uint32_t pc, bool write)
{
	uint64_t of = write ? c->write : c->read, same = ~(KEY_MASK | KEY_FREE);

	if (!((of ^ key) & same) && (write ? c->write_pc : c->read_pc) == pc)
		return (uint32_t)(of >> KEY_MASK_SHIFT) & 0xf;
	for (uint32_t i = c->more; i; i = older_at(i)->next) {
		struct older *o = older_at(i);

		if (!((o->key ^ key) & same) && o->pc == pc &&
			o->write == write)
			return (uint32_t)(o->key >> KEY_MASK_SHIFT) & 0xf;
	}
	return 0;
}

/* What the access has in common with the older one that the cell remembers:
 * the later cells have not been settled yet. */
static void common(uint64_t key, uint32_t pc, bool write)
{
	uint32_t mask = (uint32_t)(key >> KEY_MASK_SHIFT) & now_bytes & 0xf;
	uint64_t at = now_cell + (uint64_t)__builtin_ctz(mask), end = at;
	uint64_t stop = now.address + now.size;

	while (end < stop && mask >> (end & 3) & 1) {
		end++;
		if (!(end & 3) && end < stop)
			mask = touched(cell_of(end), key, pc, write);
	}
	now.common = at;
	now.common_size = end - at;
}

static void report(uint64_t key, uint32_t pc, bool write)
{
	uint64_t cells = (now_cell - (now.address & ~3ull)) / 4;

	if (cells < 16)
		met_bytes |= (key >> KEY_MASK_SHIFT & now_bytes & 0xf)
			     << 4 * cells;
	if (told == key && told_pc == pc) /* of the cell before */
		return;
	if (unlikely(rt.filters & FILTERS_IGNORE) &&
		!conflicts(key, filter_bytes(now_cell, now_bytes), now.flags)) {
		filter_ignored();
		return;
	}
	told = key;
	told_pc = pc;
	common(key, pc, write);
	race_found(&now, key, pc_expand(pc), write);
}

/* An access that is not trusted is not forgotten for one that is. */
static inline bool says_as_much(uint64_t key, unsigned flags)
{
	return !(flags & ACC_TRUSTED) || key & KEY_TRUSTED;
}

/* One access by the same thread, of the same kind, to no other bytes, and no
 * less strict: the newer one says as much.  Where pairs are told apart, of the
 * same instruction alone. */
static struct older *same_in_chain(
	struct cell *c, uint64_t key, uint32_t pc, bool write)
{
	for (uint32_t i = c->more; i; i = older_at(i)->next) {
		struct older *o = older_at(i);

		if (key_thread(o->key) == key_thread(key) &&
			o->write == write &&
			!(o->key & ~key & (KEY_MASK | KEY_FREE)) &&
			(o->key & KEY_ATOMIC || !(key & KEY_ATOMIC)) &&
			(o->key & KEY_TRUSTED || !(key & KEY_TRUSTED)) &&
			(likely(!rt.limited) ||
				waited_no_more_locks(key, o->key)) &&
			(!rt.points || o->pc == pc))
			return o;
	}
	return 0;
}

/* Chains an access that is pushed out of the cell, which has been logged. */
static void keep_older(struct cell *c, uint64_t key, uint32_t pc, bool write)
{
	struct older *o = same_in_chain(c, key, pc, write);
	uint32_t index, plain = key & KEY_ATOMIC ? 0 : MORE_PLAIN;

	if (o) {
		if (key_stamp(o->key) < rt.cell_epoch)
			undo_save(o, sizeof *o);
		o->key = key;
		o->pc = pc;
		c->more |= plain;
		return;
	}
	o = (struct older *)(void *)arena_words(sizeof *o / 4, &index);
	o->key = key;
	o->pc = pc;
	o->write = write;
	o->next = c->more;
	c->more = index | plain | (c->more & MORE_PLAIN);
}

/* May an old access go, of the same kind as the new one, which replaces it?
 * Where all pairs are to be listed only if the new one is of the same thread
 * and instruction, so that the pairs are the same. */
static inline bool stands_for(
	uint64_t old, uint32_t old_pc, uint64_t new, uint64_t pc, bool all)
{
	uint32_t mask = (uint32_t)(new >> KEY_MASK_SHIFT) & 0xf;

	if (!(old & KEY_TRUSTED) && (new &KEY_TRUSTED))
		return false;
	if (likely(!all))
		return settled(old) && covers(old, mask);
	return key_thread(old) == key_thread(new) && old_pc == (uint32_t)pc &&
	       settled(old) && !((old ^ new) & (KEY_ATOMIC | KEY_FREE)) &&
	       covers(old, mask);
}

/* Entries that the access under way replaces go, one by one: without that a
 * location that n unordered accesses reach would cost n * n.  Where all pairs
 * are to be listed this begins behind the first CHAIN_MAX.  Are they? */
static bool check_older(struct cell *c, uint32_t mask, unsigned flags)
{
	bool write = flags & ACC_WRITE;
	uint32_t most = rt.points ? CHAIN_MAX : 0, n = 0;
	struct older *kept = 0;

	/* Atomics do not race with atomics. */
	if (!(c->more & MORE_PLAIN) && (flags & ACC_ATOMIC)) {
		for (uint32_t i = c->more; i && n < most; i = older_at(i)->next)
			n++;
		return n < most;
	}
	for (uint32_t i = c->more; i; i = older_at(i)->next) {
		struct older *o = older_at(i);

		if ((write || o->write) && conflicts(o->key, mask, flags))
			report(o->key, o->pc, o->write);
		if (n++ < most || !(settled(o->key) && covers(o->key, mask) &&
					  says_as_much(o->key, flags) &&
					  (write || !o->write))) {
			kept = o;
		} else if (kept) {
			if (rt.cell_epoch)
				undo_save8(&kept->next);
			kept->next = o->next;
		} else {
			c->more =
				o->next ? o->next | (c->more & MORE_PLAIN) : 0;
		}
	}
	return n < most;
}

/* Compares the new access with what the cell has of this execution, and chains
 * what it does not stand for. */
static void meet(struct cell *c, uint64_t w, uint64_t r, uint64_t key,
	unsigned flags, uint64_t pc)
{
	uint32_t mask = (uint32_t)(key >> KEY_MASK_SHIFT) & 0xf;
	bool write = flags & ACC_WRITE, all = rt.points != 0;

	if (w && conflicts(w, mask, flags))
		report(w, c->write_pc, true);
	if (r && write && conflicts(r, mask, flags))
		report(r, c->read_pc, false);
	if (unlikely(c->more))
		all = check_older(c, mask, flags);
	if (!write) {
		if (r && !stands_for(r, c->read_pc, key, pc, all))
			keep_older(c, r, c->read_pc, false);
		c->write = w;
		return;
	}
	if (w && !stands_for(w, c->write_pc, key, pc, all))
		keep_older(c, w, c->write_pc, true);
	if (!all && r && settled(r) && covers(r, mask) &&
		says_as_much(r, flags))
		r = 0;
	c->read = r;
}

static void settle(struct cell *c, uint64_t granule, uint32_t mask,
	unsigned flags, uint64_t pc)
{
	uint64_t w = stale(c->write) ? 0 : c->write;
	uint64_t r = stale(c->read) ? 0 : c->read;
	uint64_t key = key_of(mask, flags);

	log_cell(c);
	if ((flags & (ACC_WRITE | ACC_PENDING)) == ACC_WRITE &&
		key_stamp(c->write) < rt.epoch_stamp)
		log_data(granule);
	if (w || r)
		meet(c, w, r, key, flags, pc);
	else
		c->write = c->read = c->more = 0;
	if (flags & ACC_WRITE) {
		c->write = key;
		c->write_pc = (uint32_t)pc;
	} else {
		c->read = key;
		c->read_pc = (uint32_t)pc;
	}
}

enum {
	RANGED = 4096,	   /* an access of so many bytes is no hook's */
	RANGED_HOOK = 1024 /* but counts as one for each of these */
};

/* A loop around library functions has no hooks, and may move a lot: it is
 * alive, and ends where one with hooks would. */
static void ranged(size_t size)
{
	rt.ranged += size;
	rt.channel->ranged += size;
	if (rt.ranged / RANGED_HOOK > rt.hook_limit) {
		caveat(CAVEAT_hook_limit, "%llu KiB",
			(unsigned long long)rt.hook_limit);
		execution_leave(OUTCOME_STOPPED);
	}
	if (rt.channel->stop_request)
		execution_abandon();
}

/* As a hook's filter: the same access has been settled already.  (Of short ones
 * the next hook is to be told, for loops that wait; and what they leave behind
 * on the stack should differ as little as possible from turn to turn.) */
static __attribute__((noinline)) bool same_again(
	const struct cell *c, unsigned flags, uint64_t pc)
{
	if (flags & ACC_PENDING)
		return false;
	return flags & ACC_WRITE ? c->write == key_of(0xf, flags) &&
					   c->write_pc == (uint32_t)pc
				 : c->read == key_of(0xf, flags) &&
					   c->read_pc == (uint32_t)pc;
}

static __attribute__((noinline)) void settle_all(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	uint64_t end = address + size;

	if (!(flags & ACC_PENDING) && frames_foreign(address))
		frames_access(address, size, flags & ACC_WRITE, pc);
	if (unlikely(size >= RANGED)) {
		undo_room((rt.cell_epoch ? 14 : 2) * size);
		if (!(flags & ACC_PENDING))
			ranged(size);
	}
	now = (struct met){
		address, size, pc, now.number + 1, flags, address, size};
	told = 0;
	met_bytes = 0;
	while (address < end) {
		uint64_t granule = address & ~3ull;
		uint64_t stop = end < granule + 4 ? end : granule + 4;
		unsigned n = (unsigned)(stop - address);
		struct cell *c = cell_of(granule);

		if (size >= RANGED && n == 4 && same_again(c, flags, pc)) {
			address = stop;
			continue;
		}
		if (in_heap(granule) && !(flags & ACC_CHECKED))
			heap_check(address, n, flags & ACC_WRITE, pc,
				c->object >> CELL_HEAP_SHIFT);
		if (unlikely(c->object & CELL_SYNC))
			life_access(c, &now);
		now_cell = granule;
		now_bytes = ((1u << n) - 1) << (address & 3);
		settle(c, granule, now_bytes, flags, pc);
		address = stop;
	}
	if (unlikely(rt.limited) &&
		(flags & (ACC_WRITE | ACC_PENDING)) == ACC_WRITE)
		waited_written(now.address, size);
}

static inline bool later(uint64_t key, tid t, uint32_t mask, uint32_t since)
{
	return key_stamp(key) > since && key_thread(key) != t &&
	       ((key >> KEY_MASK_SHIFT) & mask & 0xf);
}

bool access_by_others(tid t, uint64_t address, size_t n, uint32_t since)
{
	uint64_t end = address + n;

	while (address < end) {
		uint64_t stop = (address & ~3ull) + 4;
		const struct cell *c = cell_of(address);
		uint32_t mask;

		if (stop > end)
			stop = end;
		mask = ((1u << (stop - address)) - 1) << (address & 3);
		if (later(c->write, t, mask, since) ||
			later(c->read, t, mask, since))
			return true;
		if (!stale(c->write) || !stale(c->read))
			for (uint32_t i = c->more; i; i = older_at(i)->next)
				if (later(older_at(i)->key, t, mask, since))
					return true;
		address = stop;
	}
	return false;
}

/* --- what hooks and wrappers call --------------------------------------------
 */

static void record(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	if (unlikely(rt.footprints) && (flags & ACC_ATOMIC) &&
		!(flags & ACC_ADD))
		footprint_made(address, size, flags & ACC_WRITE);
	if (unlikely(rt.watching & (SPINNING | FOOTPRINTS))) {
		if (rt.footprints && !(flags & ACC_ADD))
			footprint_access(address, size, flags & ACC_WRITE);
		spin_access(address, size, flags & ACC_WRITE, pc);
	}
	settle_all(address, size, flags, pc);
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
		settle_all(
			address, size, flags | ACC_CHECKED | ACC_PENDING, pc);
}

void access_object(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	flags |= ACC_ATOMIC | ACC_CHECKED | ACC_OBJECT;
	if (unlikely(rt.footprints))
		footprint_memory(address, size, flags & ACC_WRITE);
	settle_all(address, size, flags, pc);
}

void access_left(uint64_t address, size_t size, uint64_t pc)
{
	if (unlikely(rt.footprints))
		footprint_memory(address, size, true);
	settle_all(address, size, ACC_WRITE | ACC_FREE | ACC_CHECKED, pc);
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

static __attribute__((noinline)) void racing_point(
	uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	if (unlikely(rt.self->held_by)) {
		coarse_now();
		access_record(address, size, flags, pc);
		return;
	}
	if (unlikely(rt.filters) && !allowed(address, size, &flags, pc)) {
		record(address, size, flags, pc);
		stamp_next(); /* the next one may have another stack */
		return;
	}
	if (!(flags & ACC_CODE))
		rt.announced = (uint64_t)__builtin_dwarf_cfa();
	sched_point(flags & ACC_WRITE ? OP_write : OP_read, address,
		(uint32_t)size, pc);
	if (unlikely(rt.footprints))
		footprint_made(address, size, flags & ACC_WRITE);
	record(address, size, flags, pc);
	if ((size > 8 || (address & 7) + size > 8 || flags & ACC_TORN) &&
		point_has(pc))
		caveat(CAVEAT_may_tear, "%zu bytes", size);
	else if ((flags & ACC_BYTES) && (met_bytes & (met_bytes - 1)))
		caveat(CAVEAT_may_tear,
			"%zu bytes, by a library function that may go byte by "
			"byte",
			size);
	stamp_next(); /* its record must not satisfy the next hook */
	if (flags & ACC_WRITE)
		memory_store_begins(address, size);
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
		access_record(address, size, flags, pc);
}

void access_freed(uint64_t address, size_t size, uint64_t pc)
{
	access_record(address, size, ACC_WRITE | ACC_FREE, pc);
}

/* A negative length, most often.  A heap block says by itself that it is not so
 * large; of other memory a look at the end tells: who has none there crashes
 * here, at the test's place, and not after hours in the shadow. */
static __attribute__((noinline, cold)) void huge(
	uint64_t address, size_t n, uint64_t pc)
{
	const uint64_t top = 1ull << 47; /* of user space; nothing lies there */
	uint64_t last = address + n - 1;

	if (in_heap(address))
		return;
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
	if (unlikely(n > 1u << 30))
		huge((uint64_t)p, n, pc);
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

size_t access_string(const char *s, uint64_t pc)
{
	size_t n = strlen(s);

	access_read(s, n + 1, pc);
	return n;
}
