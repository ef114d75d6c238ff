/* SPDX-License-Identifier: MIT */
/* atomic_order.h - what an atomic operation does to happens-before, by its
 * memory order (C11 5.1.2.4, release sequences included)
 *
 * Called after the operation was granted, by the thread that makes it, for up
 * to 8 bytes; one of more is as many as it has words (memory.h).
 *
 * Operations of different sizes may meet in some bytes: counts of 4 bytes each,
 * and a look at two of them at once.  C knows no such thing; compilers and the
 * x86 do, and libstdc++ relies on it.  Who reads a byte of what was released
 * learns it.
 */
#ifndef NATIVE_ATOMIC_ORDER_H
#define NATIVE_ATOMIC_ORDER_H

#include "native/races/shadow.h"
#include "native/rt.h"
#include "native/spin.h"

enum {
	RELAXED = 0,
	CONSUME = 1,
	ACQUIRE = 2,
	RELEASE = 3,
	ACQ_REL = 4,
	SEQ_CST = 5,
	/* Not C's: nobody uses the result.  The compilers' plugins add it to
	 * the order of an addition (src/plugin/dead.h). */
	DEAD = 1 << 20
};

static inline bool acquires(int mo)
{
	return mo == ACQUIRE || mo == CONSUME || mo == ACQ_REL || mo == SEQ_CST;
}
static inline bool releases(int mo)
{
	return mo == RELEASE || mo == ACQ_REL || mo == SEQ_CST;
}

static inline void learn(struct object *o, int mo)
{
	if (acquires(mo))
		hb_acquire(o);
	else
		hb_fence_note(o);
}

/* Of those beside the one at this address, in its word of 8 bytes. */
void atomic_learn_beside(uint64_t address, size_t n, int mo);

/* Are there any?  o is the one at the address, or NULL. */
static inline bool beside(uint64_t address, const struct object *o)
{
	uint32_t first = cell_of(address)->object & CELL_OBJECT;

	return cell_of(address ^ 4)->object & CELL_OBJECT ||
	       (o ? first != (uint32_t)(o - rt.object) || o->next : first);
}

/* By sc all are one order, whatever they ask for; that is told once. */
static inline void one_order(int mo)
{
	if (mo != SEQ_CST && !rt.late &&
		!rt.channel->caveats[CAVEAT_weak_orders])
		caveat(CAVEAT_weak_orders, "%s", "");
}

/* After a load; the object need not exist. */
static inline void loaded(uint64_t address, size_t n, int mo)
{
	struct object *o = object_here(address);

	one_order(mo);
	if (o)
		learn(o, mo);
	if (unlikely(beside(address, o)))
		atomic_learn_beside(address, n, mo);
}

/* `a` of it is how many bytes it has. */
static inline struct object *atomic_of(uint64_t address, size_t n)
{
	struct object *o = object_get(address, OBJECT_ATOMIC, 0);

	if (unlikely(o->a < n)) {
		object_log(o);
		o->a = (uint32_t)n;
	}
	return o;
}

static inline void stored(uint64_t address, size_t n, int mo)
{
	struct object *o;

	one_order(mo);
	if (releases(mo) || rt.self->released) {
		o = atomic_of(address, n);
		if (releases(mo))
			hb_release_store(o);
		else
			hb_fence_store(o, false);
	} else {
		o = object_here(address);
		if (o)
			hb_forget(o);
	}
}

/* Read-modify-write: a release sequence goes on through it. */
static inline void updated(uint64_t address, size_t n, int mo)
{
	struct object *o;

	if (!releases(mo) && !rt.self->released) {
		loaded(address, n, mo);
		return;
	}
	one_order(mo);
	o = atomic_of(address, n);
	learn(o, mo);
	if (unlikely(beside(address, o)))
		atomic_learn_beside(address, n, mo);
	if (releases(mo))
		hb_release(o);
	else
		hb_fence_store(o, true);
}

static inline void note_effect(uint64_t address, uint64_t old, uint64_t new)
{
	if (old != new)
		spin_effect_of(address, old, new);
}

#endif
