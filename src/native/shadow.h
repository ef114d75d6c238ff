/* SPDX-License-Identifier: MIT */
/* shadow.h - what is known of every 8 bytes of the test's memory
 *
 * A cell holds the last write and the last read (by whom, when, which bytes,
 * which instruction), older accesses that these do not cover in a chain, the
 * synchronisation object that starts there, and what the heap says.
 *
 * A *stamp* numbers the segments of an execution: it grows whenever another
 * thread runs or the running one releases something.  An access happens before
 * thread t's present iff its stamp <= t's clock entry for its thread.
 *
 * The cell is also the filter of everything: an access whose thread, stamp,
 * bytes and instruction equal the cell's has been checked, logged and recorded
 * already, so a hook ends after two compares.
 */
#ifndef NATIVE_SHADOW_H
#define NATIVE_SHADOW_H

#include "native/rt.h"

struct cell {
	uint64_t write; /* key of the last write; 0: none */
	uint64_t read;
	uint32_t write_pc; /* low half of the return address */
	uint32_t read_pc;
	uint32_t more;	 /* arena index of struct older; 0: none */
	uint32_t object; /* number of the object here, and heap state */
};

/* An access that the cell no longer has room for. */
struct older {
	uint64_t key;
	uint32_t pc;
	uint32_t write;
	uint32_t next;
	uint32_t unused;
};

/* Key: stamp 0..31, thread 32..43, bytes 44..51, flags above. */
#define KEY_THREAD_SHIFT 32
#define KEY_MASK_SHIFT 44
#define KEY_ATOMIC (1ull << 52)
#define KEY_FREE (1ull << 53)
#define KEY_MASK (0xffull << KEY_MASK_SHIFT)

static inline uint32_t key_stamp(uint64_t key)
{
	return (uint32_t)key;
}
static inline tid key_thread(uint64_t key)
{
	return (key >> KEY_THREAD_SHIFT) & 0xfff;
}

#define CELL_OBJECT 0x00ffffffu
#define CELL_HEAP_SHIFT 24
/* Heap state: 0 all bytes good, 1..7 only so many, else: */
enum {
	HEAP_LEFT = 8,
	HEAP_RIGHT = 9,
	HEAP_FREED = 10
};

static inline struct cell *cell_of(uint64_t address)
{
	return (struct cell *)(SHADOW_BASE +
			       ((address & FOLD_MASK & ~7ull) << 2));
}

static inline bool in_heap(uint64_t address)
{
	return address - HEAP_BASE < HEAP_BYTES;
}

/* The full return address of a low half kept in a cell. */
uint64_t pc_expand(uint32_t low);

enum {
	ACC_READ = 0,
	ACC_WRITE = 1,
	ACC_ATOMIC = 2,
	ACC_FREE = 4,
	ACC_CHECKED = 8
};

/* Checks, logs and records an access of any size and alignment, without a
 * decision point. */
void access_record(uint64_t address, size_t size, unsigned flags, uint64_t pc);
/* The same for a plain access, with a decision point if pc is a racing
 * instruction. */
void access_plain(uint64_t address, size_t size, unsigned flags, uint64_t pc);

/* heap.c: reports the bug that an access of `size` at `address` is; returns
 * when it is none. */
void heap_check(
	uint64_t address, size_t size, bool write, uint64_t pc, unsigned state);
/* detect: a pair of unordered, conflicting accesses. */
void race_found(uint64_t address, uint64_t old_key, uint64_t old_pc,
	bool old_write, unsigned flags, size_t size, uint64_t pc);

/* points.c: racing instructions that are decision points. */
bool point_has(uint64_t pc);
void point_add(uint64_t pc, bool write);
void points_load(void); /* from channel->point */
bool points_left(void); /* to be loaded */

/* spin.c */
void spin_access(
	uint64_t address, size_t size, bool write, bool atomic, uint64_t pc);
void spin_await(uint64_t pc);

#endif
