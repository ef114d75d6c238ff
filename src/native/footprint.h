/* SPDX-License-Identifier: MIT */
/* footprint.h - what the running transition touches, when somebody asks
 *
 * Collected for a search that wants it, for the audit (reduction.h) and for
 * reruns.h; else nothing here costs anything.
 *
 * Operations, or all?  A search is told operations alone, as long as that is
 * enough, else all that transitions touch (coarse.h).  The audit is always told
 * all.
 *
 * To be told all, hooks come to access_record() because the bit FOOTPRINTS in
 * rt.watching makes every filter miss; objects come to object_save() because
 * rt.touched is no epoch with footprints of either sort.
 *
 * Accesses of memory, and operations on objects as op.def has them, are
 * delivered by the scheduler and access.c.  An operation that did not touch its
 * object (object_touch) only looked.  What else threads share in the runtime's
 * own tables is announced here, by its address, where it is read and changed.
 */
#ifndef NATIVE_FOOTPRINT_H
#define NATIVE_FOOTPRINT_H

#include "native/rt.h"

/* Once, before the first execution. */
void footprint_init(void);

/* An execution begins, or goes on from a checkpoint. */
void footprint_launch(void);

/* --- the scheduler's ---------------------------------------------------------
 */

/* A transition begins: c was chosen and stands in the schedule. */
void footprint_begin(const struct choice *c);
/* It is over, and the search is told; nothing, when there is none. */
void footprint_end(void);
/* The same, but it failed: what it would have done is not known, so for the
 * search it depends on everything. */
void footprint_fail(void);
/* The process that made the execution is gone, and its last transition with it.
 */
void footprint_lost(void);
/* An operation was granted to the running thread. */
void footprint_operation(enum op kind, uint64_t object, uint32_t size);
/* It found out, on its way, whether it has to wait. */
void footprint_looked(uint64_t object);
/* The next transition could not be made before all others stopped. */
void footprint_last_resort(void);

/* --- who knows more
 * ------------------------------------------------------------
 */

/* An access, plain or by an operation: each is told here once. */
void footprint_access(uint64_t address, size_t size, bool write);
/* Memory that the transition goes by besides. */
void footprint_memory(uint64_t address, size_t size, bool write);
/* What is late (search/late.h), as the transition touches it. */
struct access;
void footprint_late(struct access a);
/* Memory is given back, or a frame is left: a write over it; and where stores
 * are late over its life (search/late.h), by which each access there goes, and
 * what is told of an entry alone, but no flush: that comes to the same before
 * it and behind it. */
void footprint_ends(uint64_t address, size_t size);
void footprint_freed(uint64_t address, size_t size); /* as an access */
void footprint_lives(uint64_t address, size_t size);
void footprint_flushed(uint64_t address, size_t size);
/* An operation writes to memory at once. */
void footprint_over(uint64_t address, size_t size);
/* The operation itself, where footprint_operation() cannot know it. */
void footprint_made(uint64_t address, size_t size, bool write);
void footprint_state(const void *state, bool changed);
void footprint_object(const struct object *o);

/* What is ordered as plain accesses are. */
void footprint_plain_state(const void *state);

/* State of the runtime that threads share. */
static inline void shared_read(const void *state)
{
	if (unlikely(rt.footprints))
		footprint_state(state, false);
}
static inline void shared_write(const void *state)
{
	if (unlikely(rt.footprints))
		footprint_state(state, true);
}
/* This time the operation does not commute with others of its kind. */
void footprint_plain(uint64_t object);
/* State that was changed in a way that commutes with changes of its kind. */
void footprint_relative(const void *state, enum op kind);
/* The operation just told, which has done to its object what it does, turned
 * out to be one of this kind, that commutes with `room` - 1 others. */
void footprint_became(enum op kind, uint32_t room);
/* What thread t does next may be something else for it, as if it had been asked
 * to end. */
void footprint_asks(tid t);
/* The transition started thread t, or another entry of that number. */
void footprint_new_thread(tid t);
/* Whoever makes the last transition of an execution would do what comes now. */
void footprint_rest_is_nobodys(void);
/* It depends on whatever comes before and after. */
void footprint_everything(void);

#endif
