/* SPDX-License-Identifier: MIT */
/* life.h - synchronisation objects begin and end with their memory
 *
 * What is known of a mutex, a condition variable and their kin lies beside the
 * test's memory and is found by address.  An address can be home to one object
 * after another: a local of the same frame, placement new in a pool, an
 * initialiser assigned again.  The test's memory says which one it is.
 *
 *   - What the runtime writes there is what glibc writes: the kind of a mutex,
 *     the clock of a condition, the count of a barrier; and a mark when an
 *     object is destroyed (glibc's own where it has one).  Each operation
 *     compares: where something else stands, a new object has begun, and is
 *     taken from memory, whoever wrote it.
 *   - A plain write over its first bytes ends an object, whatever it writes.
 *   - A plain read has the object's state written to memory first, and from
 *     then on memory follows, so that copies are what they are natively.
 *
 * Such accesses and operations of other threads that nothing orders are data
 * races.
 *
 * Cost     two compares an operation; hooks are as they were, since no access
 *          to such a cell passes their filter.
 */
#ifndef NATIVE_LIFE_H
#define NATIVE_LIFE_H

#include "native/threads/frames.h"
#include "native/races/shadow.h"

enum {
	/* What a destroyed object leaves where glibc leaves no mark. */
	LIFE_DESTROYED = 0xdead5ca9u
};

/* Of the kinds that plain accesses concern. */
static inline bool life_shows(uint8_t kind)
{
	return kind >= OBJECT_MUTEX && kind <= OBJECT_ONCE;
}

/* Slow: an access to the memory of an object. */
void life_raced(uint64_t address, uint64_t pc);
void life_access(struct cell *c, const struct met *access);

/* object_get() for an operation at pc. */
static inline struct object *life_get(
	uint64_t address, enum object_kind kind, bool *fresh, uint64_t pc)
{
	uint64_t w = cell_of(address)->write;

	if (key_stamp(w) < rt.birth && in_heap(address))
		w = cell_now(address)->write;
	if (frames_foreign(address))
		frames_access(address, 1, true, pc);
	if (key_stamp(w) >= rt.birth &&
		unlikely(key_stamp(w) > rt.clock[key_thread(w)]) &&
		!(w & KEY_ATOMIC) && key_thread(w) != rt.world.self)
		life_raced(address, pc);
	return object_get(address, kind, fresh);
}

/* No plain write has ended it since it was found. */
static inline bool life_goes_on(const struct object *o)
{
	return likely((cell_of(o->address)->object & CELL_OBJECT) ==
		      (uint32_t)(o - rt.object));
}

/* Another object begins where this one was. */
struct object *life_begin(struct object *o);

/* The running thread did something with it that releases nothing. */
static inline void life_used(struct object *o, uint64_t pc)
{
	object_log(o);
	o->pc = pc;
	o->user = rt.world.self;
	o->used = rt.stamp;
}

/* glibc's operation stores there: memory that nobody may write to is a crash.
 */
static inline void life_stored(const struct object *o)
{
	volatile char *at = (volatile char *)o->address;

	*at = *at;
}

/* The operation on it writes to its memory. */
void life_write(struct object *o, unsigned offset, uint32_t value, uint64_t pc);

/* Its state has changed: so does memory that follows it. */
void life_show(struct object *o);
static inline void life_changed(struct object *o)
{
	if (unlikely(o->shown))
		life_show(o);
}

/* Who holds the mutex that memory says is held; NULL: nobody can. */
struct thread *life_holder(const void *mutex);

#endif
