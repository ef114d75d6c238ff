/* SPDX-License-Identifier: MIT */
/* footprint.h - what a transition touched, in the form that is compared
 *
 * A machine delivers the accesses of a transition as they come.  Settled, they
 * are three sorted lists: memory read, memory written (ranges that do not
 * overlap within their list), and objects, one entry for each object and kind.
 *
 * Memory has the kind of its sort (access.def): one that counts with the same
 * bytes alone keeps that if nothing else was done to them, all others are
 * OP_read and OP_write.
 *
 * An object's entry (size 0) says which operation was made on it (OP_none: its
 * state was changed by something else) and whether its state was changed by it.
 * Two kinds are no objects:
 *   OP_thread_start   the transition also did what belongs to the thread whose
 *                     number is the address: it started it
 *   OP_thread_cancel  the same, if the address is a thread's number: it asked
 * it to end OP_process_leave  everything before it counts, whatever it touched
 *
 * Cost     settling is O(n log n) in the number of accesses.
 */
#ifndef SEARCH_FOOTPRINT_H
#define SEARCH_FOOTPRINT_H

#include "search/search.h"

enum footprint_list {
	LIST_reads,
	LIST_writes,
	LIST_objects
};

enum sort_bytes {
	BYTES_none, /* this kind is no sort of access */
	BYTES_any,
	BYTES_same
};

/* A row of access.def. */
struct access_sort {
	uint8_t list;  /* enum footprint_list */
	uint8_t bytes; /* enum sort_bytes */
};

extern const struct access_sort access_sort[OP_COUNT]; /* by kind */

/* Objects with addresses from here on: late.h.  No machine has others there. */
enum {
	LATE_SHIFT = 56,
	LATE_TAG = 0xfe
};

struct footprint {
	struct access *access; /* the caller's memory: reads, writes, objects */
	uint32_t reads, writes, objects;
	tid thread;
	bool everything : 1;
	bool acts : 1;	    /* it has entries that name threads */
	bool unrefined : 1; /* as search_config has it; the settler's */
	bool late : 1;	    /* it has entries of buffers, or their values */
	uint8_t limited; /* its object's entry with room, from 1; 0: none has */
	/* Bits of hashes of the words and objects.  Where those that one
	 * changes and those that another one touches are disjoint, nothing is
	 * shared. */
	uint64_t read_bits, write_bits, object_bits;
	uint64_t fixed_bits; /* of the objects, but for COMMUTE_ALWAYS with
				itself: ends of threads */
};

/* Settles `n` accesses in place. */
void footprint_settle(
	struct footprint *f, tid thread, struct access *access, size_t n);

/* Would footprint_pass change f? */
bool footprint_passes(const struct footprint *f, const struct footprint *by);
/* `by` is made first and f is independent of it: the same, later. */
void footprint_pass(struct footprint *f, const struct footprint *by);

/* Did it start thread t, or do something else in its place? */
bool footprint_find_thread(const struct footprint *f, tid t, bool start);
static inline bool footprint_acts_for(const struct footprint *f, tid t)
{
	return f->acts && footprint_find_thread(f, t, false);
}
/* Did it start it? */
static inline bool footprint_starts(const struct footprint *f, tid t)
{
	return f->acts && footprint_find_thread(f, t, true);
}

/* Is the address of an object's entry a thread's number? */
static inline bool names_thread(const struct access *a)
{
	return a->kind == OP_thread_start ||
	       (a->kind == OP_thread_cancel && a->address < THREADS_MAX);
}

/* Which list it belongs to. */
static inline enum footprint_list list_of(const struct access *a)
{
	return a->size == 0 ? LIST_objects
	       : a->write   ? LIST_writes
			    : LIST_reads;
}

/* Does it count with the same bytes alone?  (One across two words does not: see
 * recent.h.) */
static inline bool is_whole(const struct access *a)
{
	const struct access_sort *sort = &access_sort[a->kind];

	return sort->bytes == BYTES_same && sort->list == list_of(a) &&
	       (a->address & 7) + a->size <= 8;
}

/* May there be an object on which both have entries, not both an end of a
 * thread?  (By both words of the one, or of several together.) */
static inline bool objects_meet(
	uint64_t object_bits, uint64_t fixed_bits, const struct footprint *b)
{
	return ((object_bits & b->fixed_bits) |
		       (fixed_bits & b->object_bits)) != 0;
}

/* Nothing is shared, for certain. */
static inline bool footprints_apart(
	const struct footprint *a, const struct footprint *b)
{
	return a->thread != b->thread &&
	       !(a->everything | b->everything | a->acts | b->acts) &&
	       !((a->write_bits & b->read_bits) |
		       (b->write_bits & a->read_bits) |
		       objects_meet(a->object_bits, a->fixed_bits, b));
}

/* Its objects' entries. */
static inline const struct access *footprint_objects(const struct footprint *f)
{
	return f->access + f->reads + f->writes;
}

/* The entry with room, of which a transition has one at most, if it is limited.
 */
static inline const struct access *footprint_limited(const struct footprint *f)
{
	return f->access + f->reads + f->writes + f->limited - 1;
}

/* Do both take of the same room? */
static inline bool footprints_crowd(
	const struct footprint *f, const struct footprint *other)
{
	return f->limited && other->limited &&
	       footprint_limited(f)->address ==
		       footprint_limited(other)->address;
}

/* Equal for equal footprints. */
uint64_t footprint_hash(const struct footprint *f);

#endif
