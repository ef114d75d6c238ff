/* SPDX-License-Identifier: MIT */
/* cells.h - what the keys in a cell say of the access that comes
 *
 * For access.c and settle.c: all of it is inlined there.
 */
#ifndef NATIVE_CELLS_H
#define NATIVE_CELLS_H

#include "native/races/shadow.h"
#include "native/threads/frames.h"
#include "native/threads/thread.h"
#include "native/threads/waited.h"

static inline struct older *older_at(uint32_t more)
{
	return (struct older *)(void *)(rt.arena + (more & ~MORE_PLAIN));
}

static inline bool covers(uint64_t key, uint32_t mask)
{
	return !(((key >> KEY_MASK_SHIFT) & 0xf) & ~mask);
}

static inline bool stale(uint64_t key)
{
	return key_stamp(key) < rt.birth;
}

/* It has no access of this execution, and no chain. */
static inline bool untouched(const struct cell *c)
{
	return stale(c->write) && stale(c->read);
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

/* Once an epoch, before a cell changes. */
static inline void log_cell(const struct cell *c)
{
	if (unlikely(key_stamp(c->write) < rt.cell_epoch &&
		     key_stamp(c->read) < rt.cell_epoch))
		undo_save32(c);
}

/* Is that the same access to other bytes? */
static inline bool same_but_bytes(
	uint64_t old, uint32_t old_pc, uint64_t key, uint64_t pc)
{
	return !((old ^ key) & ~KEY_MASK) && old_pc == (uint32_t)pc;
}

/* Is all that a cell with accesses of this execution has ordered before what
 * comes? */
static inline bool quiet(const struct cell *c)
{
	if (!(stale(c->write) || ordered(c->write)) ||
		!(stale(c->read) || ordered(c->read)))
		return false;
	for (uint32_t i = c->more; unlikely(i); i = older_at(i)->next)
		if (!ordered(older_at(i)->key))
			return false;
	return true;
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

#endif
