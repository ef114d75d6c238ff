/* SPDX-License-Identifier: MIT */
#include "native/races/settle.h"
#include "native/cut.h"
#include "native/life.h"
#include "native/races/cells.h"
#include "native/races/filter.h"
#include "native/races/tile.h"
#include "native/spin.h"

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

const struct cell *cell_now(uint64_t address)
{
	const struct cell *c = cell_of(address);

	return in_heap(address) && untouched(c) ? &tile_at(address)->all : c;
}

/* Of the accesses there: which of these bytes did that one touch? */
static uint32_t touched(uint64_t address, uint64_t key, uint32_t pc, bool write)
{
	const struct cell *c = cell_now(address);
	uint64_t of = write ? c->write : c->read, same = ~(KEY_MASK | KEY_FREE);

	if (untouched(c)) /* what its chain was is something else by now */
		return 0;
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
			mask = touched(end, key, pc, write);
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
static inline __attribute__((always_inline)) bool stands_for(
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
	uint32_t most = rt.late ? UINT32_MAX : rt.points ? CHAIN_MAX : 0, n = 0;
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
static inline __attribute__((always_inline)) void meet(struct cell *c,
	uint64_t w, uint64_t r, uint64_t key, unsigned flags, uint64_t pc)
{
	uint32_t mask = (uint32_t)(key >> KEY_MASK_SHIFT) & 0xf;
	bool write = flags & ACC_WRITE, all = rt.points || rt.late;

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

/* A copy of what a tile keeps, as chains change. */
static uint32_t copy_chain(uint32_t more)
{
	uint32_t index;
	struct older *o;

	if (!more)
		return 0;
	o = (struct older *)(void *)arena_words(sizeof *o / 4, &index);
	*o = *older_at(more);
	o->next = copy_chain(o->next);
	return index | (more & MORE_PLAIN);
}

void take_over(struct cell *c, const struct tile *t)
{
	c->write = t->all.write | (c->write & KEY_NONE);
	c->read = t->all.read | (c->read & KEY_NONE);
	c->write_pc = t->all.write_pc;
	c->read_pc = t->all.read_pc;
	c->more = t->all.more ? copy_chain(t->all.more) : 0;
}

/* Of this execution; 0: none. */
static inline uint64_t latest(uint64_t key)
{
	return stale(key) ? 0 : key;
}

/* `w` and `r` are the cell's. */
static inline __attribute__((always_inline)) void place(struct cell *c,
	uint64_t w, uint64_t r, uint64_t key, unsigned flags, uint64_t pc)
{
	if (w | r)
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

/* `ranged`: the tile, if ranges touched it in this execution. */
static inline __attribute__((always_inline)) void settle(struct cell *c,
	uint64_t granule, uint32_t mask, unsigned flags, uint64_t pc,
	const struct tile *ranged)
{
	uint64_t w = latest(c->write), r = latest(c->read);

	log_cell(c);
	if (unlikely(ranged) && !(w | r)) {
		take_over(c, ranged);
		w = latest(c->write);
		r = latest(c->read);
	}
	if ((flags & (ACC_WRITE | ACC_PENDING)) == ACC_WRITE &&
		key_stamp(c->write) < rt.epoch_stamp)
		log_data(granule);
	place(c, w, r, key_of(mask, flags), flags, pc);
}

void settle_place(struct cell *c, uint64_t key, unsigned flags, uint64_t pc)
{
	place(c, latest(c->write), latest(c->read), key, flags, pc);
}

enum {
	RANGED = 4096,	   /* an access of so many bytes is no hook's */
	RANGED_HOOK = 1024 /* but counts as one for each of these */
};

/* A loop around library functions has no hooks, and may move a lot: it is
 * alive, and ends where one with hooks would. */
static void work_done(size_t size)
{
	rt.ranged += size;
	rt.channel->ranged += size;
	if (rt.ranged / RANGED_HOOK > rt.hook_limit)
		execution_cut(CUT_accesses, "%llu KiB",
			(unsigned long long)rt.hook_limit);
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

/* The bytes of one cell; where the next one begins. */
static inline __attribute__((always_inline)) uint64_t settle_next(
	uint64_t address, uint64_t end, size_t size, unsigned flags,
	uint64_t pc, bool heap, const struct tile *ranged)
{
	uint64_t granule = address & ~3ull;
	uint64_t stop = end < granule + 4 ? end : granule + 4;
	unsigned n = (unsigned)(stop - address);
	struct cell *c = cell_of(granule);

	if (size >= RANGED && n == 4 && same_again(c, flags, pc))
		return stop;
	if (heap && !(flags & ACC_CHECKED))
		heap_check(address, n, now.address + now.size - address,
			flags & ACC_WRITE, pc, c->object >> CELL_HEAP_SHIFT);
	if (unlikely(c->object & CELL_SYNC))
		life_access(c, &now);
	now_cell = granule;
	now_bytes = ((1u << n) - 1) << (address & 3);
	settle(c, granule, now_bytes, flags, pc, ranged);
	return stop;
}

/* From here on, in the heap no further than the tile goes; where it has come
 * to. */
static inline __attribute__((always_inline)) uint64_t settle_part(
	uint64_t address, uint64_t end, size_t size, unsigned flags,
	uint64_t pc)
{
	const struct tile *ranged = 0;
	bool heap = in_heap(address);
	uint64_t stop = end;

	if (heap) {
		struct tile *t = tile_of(address);

		stop = address / TILE * TILE + TILE;
		if (stop > end)
			stop = end;
		t->own |= tile_bits(address, (stop - address / 4 * 4 + 3) / 4);
		if (unlikely(!untouched(&t->all)))
			ranged = t;
	}
	while (address < stop)
		address = settle_next(
			address, stop, size, flags, pc, heap, ranged);
	return address;
}

/* The same, for those who mostly do not need it. */
static __attribute__((noinline)) uint64_t settle_bytes(
	uint64_t address, uint64_t end)
{
	return settle_part(address, end, now.size, now.flags, now.pc);
}

/* Does it race with what the cell has? */
static bool races(const struct cell *c, unsigned flags)
{
	bool write = flags & ACC_WRITE;

	if (untouched(c))
		return false;
	if (!stale(c->write) && conflicts(c->write, 0xf, flags))
		return true;
	if (write && !stale(c->read) && conflicts(c->read, 0xf, flags))
		return true;
	for (uint32_t i = c->more; i; i = older_at(i)->next)
		if ((write || older_at(i)->write) &&
			conflicts(older_at(i)->key, 0xf, flags))
			return true;
	return false;
}

/* All of a cell that speaks for itself is read.  False: that takes more. */
static inline bool read_simply(struct cell *c)
{
	if (c->object & ~CELL_OBJECT || untouched(c) || !quiet(c))
		return false;
	log_cell(c);
	c->read = key_of(0xf, now.flags);
	c->read_pc = (uint32_t)now.pc;
	return true;
}

/* Cells that speak for themselves are written with all of their tile, which
 * speaks for them again: nothing that they have stays.  Is it so? */
static bool write_simply(struct tile *t, uint64_t at)
{
	for (uint64_t left = t->own; left; left &= left - 1) {
		const struct cell *c = cell_of(at) + __builtin_ctzll(left);

		if (c->object || (!untouched(c) && !quiet(c)))
			return false;
	}
	for (uint64_t left = t->own; left; left &= left - 1) {
		struct cell *c = cell_of(at) + __builtin_ctzll(left);

		log_cell(c);
		c->write = c->read = c->more = 0;
	}
	if (rt.cell_epoch)
		undo_save8(&t->own);
	t->own = 0;
	return true;
}

/* What the range does to cells of the tile that speak for themselves. */
static void settle_own(struct tile *t, uint64_t at, bool good)
{
	/* Where all pairs are to be listed, or some are told otherwise, none
	 * is forgotten here. */
	bool simply = good && !(rt.points | rt.limited | rt.filters) &&
		      !(now.flags & ACC_PENDING);

	if (simply && now.flags & ACC_WRITE && write_simply(t, at))
		return;
	for (uint64_t left = t->own; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		if (!(simply && !(now.flags & ACC_WRITE) &&
			    read_simply(cell_of(at) + i)))
			settle_bytes(at + 4u * i, at + 4u * i + 4);
	}
}

/* Data that tiles are about to change, not logged yet: one entry for many. */
static uint64_t unlogged, unlogged_end;

static void log_tiles(void)
{
	undo_save((void *)unlogged, unlogged_end - unlogged);
	unlogged = unlogged_end = 0;
}

static void log_tile(uint64_t at)
{
	if (at != unlogged_end) {
		log_tiles();
		unlogged = at;
	}
	unlogged_end = at + TILE;
}

/* All of a tile at once, but for cells that speak for themselves.  What has to
 * be told of each cell by its place, a race or an error, makes all do so.
 * `good`: none of its bytes is bad, as far as it does not say so itself. */
static void settle_tile(uint64_t at, bool good)
{
	struct tile *t = tile_of(at);
	struct cell *all = &t->all;
	unsigned flags = now.flags;

	if (!t->own && now.size >= RANGED && good &&
		same_again(all, flags, now.pc))
		return;
	good = flags & ACC_CHECKED || (good && !all->object);
	if (unlikely(!good) || races(all, flags))
		t->own = TILE_ALL;
	if (t->own)
		settle_own(t, at, good);
	if (t->own == TILE_ALL)
		return;
	log_cell(all);
	if ((flags & (ACC_WRITE | ACC_PENDING)) == ACC_WRITE &&
		key_stamp(all->write) < rt.epoch_stamp)
		log_tile(at);
	settle_place(all, key_of(0xf, flags), flags, now.pc);
}

/* As far as there are whole tiles; where the rest begins. */
static uint64_t settle_tiles(uint64_t address, uint64_t end)
{
	uint64_t last = end / TILE * TILE;
	bool good;

	if (address % TILE)
		address = settle_bytes(address, end);
	if (address >= last)
		return address;
	good = now.flags & ACC_CHECKED || heap_good(address, last - address);
	unlogged = unlogged_end = 0;
	for (; address < last; address += TILE)
		settle_tile(address, good);
	log_tiles();
	return address;
}

void access_settle(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	uint64_t end = address + size;

	if (!(flags & ACC_PENDING) && frames_foreign(address))
		frames_access(address, size, flags & ACC_WRITE, pc);
	if (unlikely(size >= RANGED)) {
		undo_room((rt.cell_epoch ? 14 : 2) * size);
		if (!(flags & ACC_PENDING))
			work_done(size);
	}
	now = (struct met){
		address, size, pc, now.number + 1, flags, address, size};
	told = 0;
	met_bytes = 0;
	if (size >= TILE && in_heap(address) && in_heap(end - 1))
		address = settle_tiles(address, end);
	while (address < end)
		address = settle_part(address, end, size, flags, pc);
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
		const struct cell *c = cell_now(address);
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

/* A plain access that thread t does not know of. */
static bool unknown_to(const struct thread *t, uint64_t key, uint32_t mask)
{
	tid other = key_thread(key);

	return !stale(key) && ((key >> KEY_MASK_SHIFT) & mask) &&
	       other != t->id && !(key & KEY_ATOMIC) &&
	       key_stamp(key) > t->clock[other];
}

bool access_would_fail(
	const struct thread *t, uint64_t address, size_t n, bool write)
{
	for (uint64_t end = address + n; address < end; address += 4) {
		const struct cell *c = cell_now(address);
		uint32_t mask = n < 4 ? ((1u << n) - 1) << (address & 3) : 0xf;

		if ((in_heap(address) && heap_state(address) >= HEAP_LEFT) ||
			unknown_to(t, c->write, mask) ||
			(write && unknown_to(t, c->read, mask)))
			return true;
		if (stale(c->write) && stale(c->read))
			continue;
		for (uint32_t i = c->more; i; i = older_at(i)->next)
			if ((write || older_at(i)->write) &&
				unknown_to(t, older_at(i)->key, mask))
				return true;
	}
	return false;
}

bool settled_several(void)
{
	return met_bytes & (met_bytes - 1);
}
