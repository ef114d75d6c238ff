/* SPDX-License-Identifier: MIT */
/* mutex.c - pthread mutexes of all types, and spin locks
 *
 * object: owner, a = depth of recursion, type = PTHREAD_MUTEX_*.
 * The test's pthread_mutex_t keeps glibc's layout and is only read, for its
 * type, the first time it is met.
 */
#include "native/posix/mutex.h"
#include "native/posix/anchor.h"
#include "native/posix/clock.h"
#include "native/shadow.h"
#include "native/spin.h"

#include <errno.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	ROBUST_BIT = 16,
	KIND_MASK = 3
};

struct object *mutex_of(const void *m, uint64_t pc)
{
	bool fresh;
	struct object *o = object_get((uint64_t)m, OBJECT_MUTEX, &fresh);

	if (unlikely(fresh)) {
		const pthread_mutex_t *p = m;

		if (p->__data.__lock != 0)
			bug(BUG_bad_object, pc, (uint64_t)m,
				"mutex that was never initialised, or was "
				"locked before main");
		o->type = (uint8_t)(p->__data.__kind & KIND_MASK);
	}
	if (unlikely(o->type == MUTEX_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)m,
			"use of a destroyed mutex");
	return o;
}

/* Enabled iff free (or about to be found out as held by the caller). */
static void offer_lock(struct thread *t, struct pending *p)
{
	struct object *o = object_find(p->object);

	offer_success(p, !o || o->owner == TID_NONE);
}

static void offer_timedlock(struct thread *t, struct pending *p)
{
	struct object *o = object_find(p->object);

	offer_timed(p, !o || o->owner == TID_NONE);
}

static void take(struct object *o, uint64_t pc)
{
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = rt.self->id;
	o->a = 1;
	o->pc = pc;
	hb_acquire(o);
}

/* The caller holds it already: what its type says.  Returns an error number,
 * or -1: go on and block for ever, which is a bug to report. */
static int held_by_self(struct object *o, bool trying, uint64_t pc)
{
	switch (o->type) {
	case PTHREAD_MUTEX_RECURSIVE:
		object_touch(o);
		o->a++;
		return 0;
	case PTHREAD_MUTEX_ERRORCHECK:
		return trying ? EBUSY : EDEADLK;
	default:
		if (trying)
			return EBUSY;
		bug(BUG_self_deadlock, pc, o->address,
			"thread T%u locks a mutex that it holds already",
			rt.self->id);
	}
}

int mutex_lock(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (o->owner == rt.self->id)
		return held_by_self(o, false, pc);
	sched_point(OP_mutex_lock, (uint64_t)m, 0, pc);
	take(mutex_of(m, pc), pc);
	return 0;
}

int mutex_unlock(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (o->owner != rt.self->id) {
		if (o->type == PTHREAD_MUTEX_ERRORCHECK ||
			o->type == PTHREAD_MUTEX_RECURSIVE)
			return EPERM;
		if (o->owner == TID_NONE)
			bug(BUG_unlock_not_owner, pc, (uint64_t)m,
				"thread T%u unlocks a mutex that nobody holds",
				rt.self->id);
		bug(BUG_unlock_not_owner, pc, (uint64_t)m,
			"thread T%u unlocks a mutex that thread T%u holds",
			rt.self->id, o->owner);
	}
	if (o->a > 1) {
		object_touch(o);
		o->a--;
		return 0;
	}
	sched_point(OP_mutex_unlock, (uint64_t)m, 0, pc);
	anchor_not_here();
	mutex_release(o);
	return 0;
}

void mutex_release(struct object *o)
{
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = TID_NONE;
	o->a = 0;
	hb_release(o);
}

void mutex_give(struct object *o)
{
	if (o->a > 1) {
		object_touch(o);
		o->a--;
	} else {
		mutex_release(o);
	}
}

int mutex_trylock(void *m, uint64_t pc)
{
	struct object *o;

	sched_point(OP_mutex_trylock, (uint64_t)m, 0, pc);
	o = mutex_of(m, pc);
	if (o->owner == rt.self->id) {
		int rc = held_by_self(o, true, pc);

		trace_result((uint64_t)rc);
		return rc;
	}
	if (o->owner != TID_NONE) {
		spin_object(&o->owner, sizeof o->owner, false);
		trace_result(EBUSY);
		return EBUSY;
	}
	take(o, pc);
	trace_result(0);
	return 0;
}

int mutex_timedlock(
	void *m, clockid_t clock, const struct timespec *until, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until) && o->owner != TID_NONE)
		return EINVAL;
	if (o->owner == rt.self->id && o->type == PTHREAD_MUTEX_RECURSIVE)
		return held_by_self(o, false, pc);
	if (o->owner == rt.self->id && o->type == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	if (sched_point(OP_mutex_timedlock, (uint64_t)m, 0, pc)) {
		o = mutex_of(m, pc);
		spin_object(&o->owner, sizeof o->owner, false);
		clock_reach(clock_deadline(clock, until));
		trace_result(ETIMEDOUT);
		return ETIMEDOUT;
	}
	take(mutex_of(m, pc), pc);
	trace_result(0);
	return 0;
}

void mutex_clear(void *m, int type, uint64_t pc)
{
	pthread_mutex_t *p = m;

	/* Only the fields that the type lives in: programs written for a
	 * smaller pthread_mutex_t get by natively, and do here. */
	access_write(p, offsetof(pthread_mutex_t, __data.__list), pc);
	memset(p, 0, offsetof(pthread_mutex_t, __data.__list));
	p->__data.__kind = type;
}

int mutex_init(void *m, int type, uint64_t pc)
{
	struct object *o;

	sched_point(OP_mutex_init, (uint64_t)m, 0, pc);
	o = object_find((uint64_t)m);
	if (o && o->kind == OBJECT_MUTEX && o->owner != TID_NONE)
		bug(BUG_destroy_busy, pc, (uint64_t)m,
			"init of a mutex that thread T%u holds", o->owner);
	object_drop((uint64_t)m);
	o = object_get((uint64_t)m, OBJECT_MUTEX, 0);
	o->type = (uint8_t)type;
	return 0;
}

int mutex_destroy(void *m, uint64_t pc)
{
	struct object *o;

	sched_point(OP_mutex_destroy, (uint64_t)m, 0, pc);
	o = mutex_of(m, pc);
	if (o->owner != TID_NONE)
		bug(BUG_destroy_busy, pc, (uint64_t)m,
			"destroy of a mutex that thread T%u holds", o->owner);
	object_touch(o);
	o->type = MUTEX_DESTROYED;
	return 0;
}

void mutex_register(void)
{
	offer_of[OP_mutex_lock] = offer_lock;
	offer_of[OP_mutex_timedlock] = offer_timedlock;
}

/* --- the C library's names ---------------------------------------------------
 */

EXPORT int pthread_mutex_init(
	pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	int type = PTHREAD_MUTEX_NORMAL;

	if (!controlled())
		return REAL(pthread_mutex_init)(m, attr);
	if (attr)
		pthread_mutexattr_gettype(attr, &type);
	mutex_clear(m, type, CALLER);
	return mutex_init(m, type, CALLER);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return controlled() ? mutex_destroy(m, CALLER)
			    : REAL(pthread_mutex_destroy)(m);
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
	return controlled() ? mutex_lock(m, CALLER)
			    : REAL(pthread_mutex_lock)(m);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
	return controlled() ? mutex_trylock(m, CALLER)
			    : REAL(pthread_mutex_trylock)(m);
}

EXPORT int pthread_mutex_timedlock(
	pthread_mutex_t *m, const struct timespec *until)
{
	return controlled() ? mutex_timedlock(m, CLOCK_REALTIME, until, CALLER)
			    : REAL(pthread_mutex_timedlock)(m, until);
}

EXPORT int pthread_mutex_clocklock(
	pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
	return controlled() ? mutex_timedlock(m, clock, until, CALLER)
			    : REAL(pthread_mutex_clocklock)(m, clock, until);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
	return controlled() ? mutex_unlock(m, CALLER)
			    : REAL(pthread_mutex_unlock)(m);
}

/* Spin locks: a mutex that is not recursive and checks nothing. */
EXPORT int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	if (!controlled())
		return REAL(pthread_spin_init)(l, shared);
	access_write((void *)l, sizeof *l, CALLER);
	*l = 0;
	return mutex_init((void *)l, PTHREAD_MUTEX_NORMAL, CALLER);
}

static int spin_ready(pthread_spinlock_t *l)
{
	/* An initial value of 0 or 1 (glibc's) without init is tolerated. */
	bool fresh;

	object_get((uint64_t)l, OBJECT_MUTEX, &fresh);
	return fresh;
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *l)
{
	if (!controlled())
		return REAL(pthread_spin_destroy)(l);
	spin_ready(l);
	return mutex_destroy((void *)l, CALLER);
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l)
{
	if (!controlled())
		return REAL(pthread_spin_lock)(l);
	spin_ready(l);
	return mutex_lock((void *)l, CALLER);
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *l)
{
	if (!controlled())
		return REAL(pthread_spin_trylock)(l);
	spin_ready(l);
	return mutex_trylock((void *)l, CALLER);
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
	if (!controlled())
		return REAL(pthread_spin_unlock)(l);
	spin_ready(l);
	return mutex_unlock((void *)l, CALLER);
}
