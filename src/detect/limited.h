/* SPDX-License-Identifier: MIT */
/* limited.h - data race candidates by limited happens-before
 *
 * Happens-before tells of the order in which threads took a lock as of any
 * other, and so hides races that another order would show (Quicksand, figure
 * 3a).  Limited happens-before (O'Callahan and Choi 2003, as the thesis has it:
 * 2.3.2, 3.4.4) knows of order only where a thread had to wait, and of locks
 * only that two threads which have one in common keep apart.  It sees more
 * candidates in one execution, also some that are none (figure 3b).
 *
 * a is ordered before b (search-rules 24) iff they are of one thread, in this
 * order; or a is what enabled b's thread: that was not enabled at the decision
 * point before a's transition, and is at the one after it; closed transitively.
 * Not enabled is who is blocked (also in the middle of a transition), not yet
 * created, or waits in `await`.  And a common lock, by type and address, unless
 * both have it to read, keeps two accesses apart; an atomic is no lock.
 *
 * Clocks advance at each operation, not at each transition, so what the
 * transition did after a is not ordered: else the race of `post s; x = 1` with
 * `wait s; y = x` would be seen in no execution.  What enabled b's thread is
 * the transition's first operation on the object for which that waited, or its
 * first write to the bytes it awaits, or its creation; where none of these is
 * there, the first thing the transition did.  An earlier one than the right one
 * is a candidate too many at worst.
 *
 * Because decision points are part of the definition, what is found is a
 * property of the job (its preemption points), not of the program alone.
 *
 * Feeding  limited_point at every decision point, with what a strategy sees,
 *          and at the end with what the outcome says; between two of them every
 *          operation and access, in order.  To be sure that a thread waits for
 *          `object`, the view has to say the same address as the operation.
 * Memory   the caller's; limited_begin resets in O(threads squared).
 * Cost     a decision point O(threads) and O(threads) for each one that became
 *          enabled; an operation O(threads that wait); an access as past.h.
 */
#ifndef DETECT_LIMITED_H
#define DETECT_LIMITED_H

#include "detect/past.h"

/* A thread that is not enabled, at the last decision point. */
struct limited_wait {
	uint64_t object, size;
	uint32_t clock; /* of who did what enabled it, if it did */
	tid by;		/* TID_NONE: nobody yet */
	tid thread;
};

struct limited {
	struct past past;
	struct candidates *candidates;
	struct locksets *locks;
	uint32_t *known; /* [threads][threads] */
	uint32_t *set;	 /* [threads]: what each one has */
	struct limited_wait *wait;
	uint32_t waits, waits_for_memory; /* the latter with a size */
	uint32_t threads, threads_seen;
	uint32_t mover_clock; /* of what the transition did first */
	tid mover;	      /* TID_NONE: nothing yet */
	bool begun;	      /* there was a point */
	bool full; /* a thread had too high a number, and is not seen */
	uint64_t execution;
};

/* `locks` outlives executions, and may be shared with other analyses of this
 * process.  False: too little memory (8-aligned). */
bool limited_init(struct limited *l, void *memory, size_t bytes,
	uint32_t threads, struct locksets *locks,
	struct candidates *candidates);
size_t limited_room(uint32_t threads, uint32_t accesses);

void limited_begin(struct limited *l, uint64_t execution);

/* A decision point, or the end: the transition before it is over, the next one
 * begins.  thread[0 .. threads-1] is as in struct view and struct outcome. */
void limited_point(
	struct limited *l, const struct pending *thread, tid threads);

/* Thread t exists from now on, created by `parent`, or TID_NONE. */
void limited_start(struct limited *l, tid parent, tid t);

/* t does something to the object (a lock, a semaphore, the thread that it is
 * when it ends, ...); 0: to nothing that anybody waits for. */
void limited_operation(struct limited *l, tid t, uint64_t object);

/* t has the lock, or has given it back: besides the operation. */
void limited_lock(
	struct limited *l, tid t, uint8_t type, uint64_t address, bool shared);
void limited_unlock(struct limited *l, tid t, uint8_t type, uint64_t address);

void limited_access(struct limited *l, const struct race_access *a);

#endif
