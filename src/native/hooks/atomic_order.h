/* SPDX-License-Identifier: MIT */
/* atomic_order.h - what an atomic operation does to happens-before, by its
 * memory order (C11 5.1.2.4, release sequences included)
 *
 * Called after the operation was granted, by the thread that makes it.
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

/* After a load; the object need not exist. */
static inline void loaded(uint64_t address, int mo)
{
	struct object *o = object_here(address);

	if (o)
		learn(o, mo);
}

static inline void stored(uint64_t address, int mo)
{
	struct object *o;

	if (releases(mo) || rt.self->released) {
		o = object_get(address, OBJECT_ATOMIC, 0);
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
static inline void updated(uint64_t address, int mo)
{
	struct object *o;

	if (!releases(mo) && !rt.self->released) {
		loaded(address, mo);
		return;
	}
	o = object_get(address, OBJECT_ATOMIC, 0);
	learn(o, mo);
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
