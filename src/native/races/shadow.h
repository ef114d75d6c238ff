/* SPDX-License-Identifier: MIT */
/* shadow.h - what is known of every 4 bytes of the test's memory
 *
 * A cell holds the last write and the last read (by whom, when, which bytes,
 * which instruction), older accesses that these do not cover in a chain, the
 * synchronisation object that starts there, and what the heap says.
 *
 * Four bytes, not eight: two neighbouring ints have their own cells, and none
 * of them pushes the other's accesses out.
 *
 * A *stamp* numbers the segments of a process, over all executions: it grows
 * whenever another thread runs or the running one releases something, and never
 * goes back.  An access happens before thread t's present iff its stamp <= t's
 * clock entry for its thread.  What an earlier execution left has a stamp below
 * rt.birth and counts as nothing, so that a restart need not clean up; only
 * checkpoints log cells.
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
	uint32_t more;	 /* arena index of struct older; 0: none; MORE_PLAIN */
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

/* In cell.more: the chain may hold an access that is not atomic. */
#define MORE_PLAIN 1u

/* Key: stamp 0..31, thread 32..43, bytes 44..47, flags above, and from 54 on
 * which locks the thread had: waited.h.  63: no access has it, so that nothing
 * passes the filter; 50 with it: nor does a thread that is watched. */
#define KEY_THREAD_SHIFT 32
#define KEY_MASK_SHIFT 44
#define KEY_TRUSTED (1ull << 51) /* of a function that is: filter.h */
#define KEY_ATOMIC (1ull << 52)
#define KEY_FREE (1ull << 53)
#define KEY_NONE (1ull << 63)
#define KEY_WATCHED (KEY_NONE | 1ull << 50)
#define KEY_MASK (0xfull << KEY_MASK_SHIFT)
#define KEY_LOCKS_SHIFT 54
#define KEY_LOCKS_MAX 512 /* sets */
#define KEY_LOCKS ((KEY_LOCKS_MAX - 1ull) << KEY_LOCKS_SHIFT)

static inline uint32_t key_stamp(uint64_t key)
{
	return (uint32_t)key;
}
static inline tid key_thread(uint64_t key)
{
	return (key >> KEY_THREAD_SHIFT) & 0xfff;
}

static inline uint32_t key_locks(uint64_t key)
{
	return (uint32_t)((key & KEY_LOCKS) >> KEY_LOCKS_SHIFT);
}

#define CELL_OBJECT 0x007fffffu
/* One that plain accesses begin, end and show: no access of this cell passes
 * the filter, see life.h. */
#define CELL_SYNC 0x00800000u
#define CELL_HEAP_SHIFT 24
/* Heap state: 0 all bytes good, 1..3 only so many, else: */
enum {
	HEAP_LEFT = 8,
	HEAP_RIGHT = 9,
	HEAP_FREED = 10
};

static inline struct cell *cell_of(uint64_t address)
{
	return (struct cell *)(SHADOW_BASE +
			       ((address & FOLD_MASK & ~3ull) << 3));
}

/* Do n bytes lie in one cell; are they the two cells of an aligned word? */
static inline bool one_cell(uint64_t address, size_t n)
{
	return (address & 3) + n <= 4;
}
static inline bool two_cells(uint64_t address, size_t n)
{
	return n == 8 && !(address & 7);
}

/* What is known of the 4 bytes in this execution, by themselves or as part of
 * what ranges did: to be looked at, not to be changed (tile.h). */
const struct cell *cell_now(uint64_t address);

static inline bool in_heap(uint64_t address)
{
	return address - HEAP_BASE < HEAP_BYTES;
}

/* object_find() for those who mostly find none. */
static inline struct object *object_here(uint64_t address)
{
	if (likely(!(cell_of(address)->object & CELL_OBJECT)))
		return 0;
	return object_find(address);
}

/* Memory of the runtime: only a wild pointer leads there. */
static inline bool wild(uint64_t address)
{
	return address >> 44 == SHADOW_BASE >> 44;
}

_Static_assert(SHADOW_BASE >> 44 == 1 && HEAP_BASE >> 44 == 2, "wild()");
_Static_assert((SHADOW_BASE + SHADOW_BYTES - 1) >> 44 == 1, "wild()");

/* The full return address of a low half kept in a cell. */
uint64_t pc_expand(uint32_t low);

enum {
	ACC_READ = 0,
	ACC_WRITE = 1,
	ACC_ATOMIC = 2,
	ACC_FREE = 4,
	ACC_CHECKED = 8,
	ACC_ADD = 16,  /* with ACC_WRITE: its footprint is told by others */
	ACC_CODE = 32, /* by the test's own code, not by a library's function */
	ACC_TRUSTED = 64,
	ACC_PENDING = 128, /* it will never be made */
	ACC_OBJECT = 256,  /* by an operation on the object that lies there */
	ACC_TORN = 512,	   /* made in one step, by the machine in several */
	ACC_BYTES = 1024,  /* a library function may make it byte by byte */
	ACC_STRING = 2048, /* no further than the first zero */
	ACC_WHOLE = 4096   /* made at once, though it has more than 8 bytes */
};

/* No instruction moves three bytes. */
static inline unsigned access_odd(size_t size)
{
	return size & (size - 1) ? ACC_TORN : 0;
}

/* Checks, logs and records an access of any size and alignment, without a
 * decision point. */
void access_record(uint64_t address, size_t size, unsigned flags, uint64_t pc);
/* The same, and a row of a report. */
void access_told(uint64_t address, size_t size, unsigned flags, uint64_t pc);
/* A part of a string, of n bytes at most, at a place that races: a decision
 * point, and a read up to the first zero.  Returns how far that was. */
size_t access_string(const char *s, size_t n, uint64_t pc);
/* access_record() for an atomic access; flags: ACC_READ or ACC_WRITE. */
void access_atomic(uint64_t address, size_t size, unsigned flags, uint64_t pc);
/* The same for a plain access, with a decision point if pc is a racing
 * instruction, or if all of the test's own accesses are points (--points
 * everywhere) but for those of a thread to what is its own. */
void access_plain(uint64_t address, size_t size, unsigned flags, uint64_t pc);

/* access_plain() of bytes of one cell, others of which the same instruction has
 * touched in this segment, as the latest access that it knows of this kind. */
void access_joins(uint64_t address, size_t size, unsigned flags, uint64_t pc);

/* Compares it and keeps it as if it had been made, for races alone. */
void access_pending(uint64_t address, size_t size, unsigned flags, uint64_t pc);

/* What an operation does to the memory of its object, but for its footprint: an
 * atomic access. */
void access_object(uint64_t address, size_t size, unsigned flags, uint64_t pc);

/* The running thread leaves the frame that this was: written as a whole. */
void access_left(uint64_t address, size_t size, uint64_t pc);

/* Has a thread other than t touched one of n <= 8 bytes later than `since`?
 * Unless t itself has, too: then that may be forgotten. */
bool access_by_others(tid t, uint64_t address, size_t n, uint32_t since);
/* Would an atomic operation of thread t, which reads there, and may write, race
 * with what others have done, or touch what is no block of the heap? */
bool access_would_fail(
	const struct thread *t, uint64_t address, size_t n, bool write);

/* heap_free.c: reports the bug that an access of `size` at `address` is, of one
 * cell; returns when it is none.  `rest`: bytes of the access from there on. */
void heap_check(uint64_t address, size_t size, size_t rest, bool write,
	uint64_t pc, unsigned state);
/* Is none of these bytes bad, as far as cells and tiles do not say so?  Costs
 * what a few cells do. */
bool heap_good(uint64_t address, size_t size);
/* Is it memory of a block that was freed? */
bool heap_freed(uint64_t address);
/* access.c: memory that is given back, by munmap: written as a whole. */
void access_freed(uint64_t address, size_t size, uint64_t pc);
/* The access that is being compared with what a cell remembers. */
struct met {
	uint64_t address, size, pc;
	uint64_t number; /* no other access of the process has it */
	unsigned flags;
	/* Of its bytes those that the older one touches, too, from the first of
	 * them on, as far as they lie side by side. */
	uint64_t common, common_size;
};

/* race.c: it conflicts with an older one, and nothing orders them. */
/* Is there a race, seen by now in any execution, at an instruction before which
 * no thread is switched in this round?  What its accesses read is then no part
 * of the order of a trace.  O(races). */
bool races_at_no_point(void);

void race_found(const struct met *met, uint64_t old_key, uint64_t old_pc,
	bool old_write);
/* An execution begins, and is where it shares the past of those before. */
extern HIDDEN uint32_t races_path;
void races_leave(void);
static inline void races_begin(void)
{
	if (unlikely(races_path > rt.world.raced))
		races_leave();
}
/* The execution under way has failed: which of its races had part in that. */
void races_failed(void);
/* No execution is under way: what the table says is to be read. */
void races_publish(void);

/* points.c: racing instructions that are decision points. */
bool point_has(uint64_t pc);
bool point_has_atomic(uint64_t pc); /* the same, for its atomic access */
void point_add(uint64_t pc, bool write);
/* Those that are none, but of which it is asked who makes their access. */
bool point_watched(uint64_t pc);
void point_watch(uint64_t pc);
/* Loops in which what is set anew in each turn is seen by others: anew.h. */
bool point_loop_has(uint64_t pc);
void point_loop(uint64_t pc);
/* Words that handlers of signals read, or write: posix/signal_meet.c. */
bool point_is_handled(uint64_t word, bool write);
void point_handled(uint64_t word, bool write);
void points_load(void);	    /* from channel->point */
void points_load_now(void); /* those alone that are in force there */
bool points_left(void);	    /* to be loaded */

/* spin/ */
void spin_access(uint64_t address, size_t size, bool write, uint64_t pc);
void spin_await(uint64_t pc);

#endif
