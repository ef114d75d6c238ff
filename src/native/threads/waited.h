/* SPDX-License-Identifier: MIT */
/* waited.h - limited happens-before: order where a thread had to wait
 *
 * What detect/limited.h says, over the shadow memory
 * (--happens-before=limited). A second row of stamps beside each thread's clock
 * says up to where others' accesses are ordered before it because it waited for
 * them; the set of locks that a thread has stands in the key of its accesses.
 * Two accesses are a candidate if neither their order by waiting nor a common
 * lock keeps them apart, or if happens-before does not: whoever waits for what
 * a plain store or a relaxed atomic tells him is ordered by this and not by
 * that, and what happens-before calls a race must not be lost (`verified` rests
 * on it).
 *
 * Who waits is what the decision point before a transition offers, so all of
 * this depends on the points of the search.
 *
 * Memory   rows beside the clocks; 64 KiB of sets of locks, which outlive
 *          executions: going back puts the threads' numbers back.
 * Cost     off: nothing but an empty set in each key.  On: every access that
 *          the filter does not take goes the long way, every operation begins
 *          another stamp, and a decision point looks at every thread.
 */
#ifndef NATIVE_WAITED_H
#define NATIVE_WAITED_H

#include "native/races/shadow.h"

/* Once: is it asked for? */
void waited_init(void);

/* A decision point, or where a new thread goes on without one: what was enabled
 * since the last is ordered after what enabled it. */
void waited_stop(void);
/* Back at one. */
void waited_resume(void);

/* The running thread does this, next; what it did before is older. */
void waited_operation(enum op kind, uint64_t object);
/* It has written there. */
void waited_written(uint64_t address, size_t size);
/* It creates a thread. */
void waited_created(struct thread *child);

/* It has the lock now, as often as it took it; it has given it back. */
void waited_locked(const struct object *o, bool shared);
void waited_unlocked(const struct object *o);

/* Is the old access a candidate with the one that the running thread makes;
 * may it be forgotten for that? */
bool waited_conflict(uint64_t key);
bool waited_replaced(uint64_t key);
/* Had whoever made `key` no lock that the other one had not? */
bool waited_no_more_locks(uint64_t key, uint64_t other);

/* Of mutexes and read-write locks: where they are granted and given back. */
static inline void lock_taken(const struct object *o, bool shared)
{
	if (unlikely(rt.limited))
		waited_locked(o, shared);
}
static inline void lock_given(const struct object *o)
{
	if (unlikely(rt.limited))
		waited_unlocked(o);
}

#endif
