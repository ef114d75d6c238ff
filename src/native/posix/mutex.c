/* SPDX-License-Identifier: MIT */
/* mutex.c - pthread mutexes of all types, and spin locks
 *
 * object: owner, a = depth of recursion, b = the owner's life, d = robust_flag,
 * type = PTHREAD_MUTEX_*.
 * The test's pthread_mutex_t keeps glibc's layout and is only read, for its
 * type, the first time it is met.
 */
#include "native/footprint.h"
#include "native/waited.h"
#include "native/posix/mutex.h"
#include "native/posix/anchor.h"
#include "native/posix/clock.h"
#include "native/posix/thread_api.h"
#include "native/shadow.h"
#include "native/spin.h"

#include <errno.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	ROBUST_BIT = 16,
	KIND_MASK = 3
};

/* What is known of a robust mutex (POSIX 2.9.9): its owner may end. */
enum robust_flag {
	ROBUST = 1,
	ORPHANED = 2, /* the one before ended; not made consistent yet */
	LOST = 4,     /* unlocked while orphaned: no use for ever */
};

static void set_type(struct object *o, int kind)
{
	o->type = (uint8_t)(kind & KIND_MASK);
	o->d = kind & ROBUST_BIT ? ROBUST : 0;
}

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
		set_type(o, p->__data.__kind);
	}
	if (unlikely(o->type == MUTEX_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)m,
			"use of a destroyed mutex");
	return o;
}

/* Its owner ended without unlocking a robust mutex. */
static bool orphan(const struct object *o)
{
	const struct thread *t = thread_of(o->owner);

	if (!(o->d & ROBUST) || o->owner == TID_NONE)
		return false;
	shared_read(t);
	return t->state != THREAD_LIVE || t->life != o->b;
}

static bool available(const struct object *o)
{
	return !o || o->owner == TID_NONE || orphan(o);
}

static bool mine(const struct object *o)
{
	return o->owner == rt.self->id && !orphan(o);
}

/* Enabled iff free (or about to be found out as held by the caller). */
static void offer_lock(struct thread *t, struct pending *p)
{
	offer_success(p, available(object_find(p->object)));
}

static void offer_timedlock(struct thread *t, struct pending *p)
{
	offer_timed(p, available(object_find(p->object)));
}

/* It is available: what a lock returns. */
static int take(struct object *o, uint64_t pc)
{
	int rc = o->d & LOST ? ENOTRECOVERABLE : orphan(o) ? EOWNERDEAD : 0;

	if (rc == ENOTRECOVERABLE)
		return rc;
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	if (unlikely(o->d & ROBUST)) /* who is next after its owner's end */
		footprint_plain(o->address);
	if (rc) {
		o->d |= ORPHANED;
		if (thread_of(o->owner)->life == o->b)
			hb_join(thread_of(o->owner));
	}
	o->owner = rt.self->id;
	o->a = 1;
	o->b = rt.self->life;
	o->pc = pc;
	hb_acquire(o);
	lock_taken(o, false);
	return rc;
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

	if (mine(o))
		return held_by_self(o, false, pc);
	sched_point(OP_mutex_lock, (uint64_t)m, 0, pc);
	return take(mutex_of(m, pc), pc);
}

int mutex_unlock(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (!mine(o)) {
		if (o->type == PTHREAD_MUTEX_ERRORCHECK ||
			o->type == PTHREAD_MUTEX_RECURSIVE || o->d & ROBUST)
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
	if (unlikely(o->d & ROBUST))
		footprint_plain(o->address);
	o->owner = TID_NONE;
	o->a = 0;
	if (unlikely(o->d & ORPHANED))
		o->d = ROBUST | LOST;
	lock_given(o);
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
	struct object *o = mutex_of(m, pc);
	int rc;

	if (unlikely(o->d & ROBUST))
		exit_is_seen();
	sched_point(OP_mutex_trylock, (uint64_t)m, 0, pc);
	o = mutex_of(m, pc);
	if (mine(o)) {
		rc = held_by_self(o, true, pc);
		trace_result((uint64_t)rc);
		return rc;
	}
	if (!available(o)) {
		spin_object(&o->owner, sizeof o->owner, false);
		trace_result(EBUSY);
		return EBUSY;
	}
	rc = take(o, pc);
	trace_result((uint64_t)rc);
	return rc;
}

int mutex_timedlock(
	void *m, clockid_t clock, const struct timespec *until, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);
	int rc;

	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until) && !available(o))
		return EINVAL;
	if (mine(o) && o->type == PTHREAD_MUTEX_RECURSIVE)
		return held_by_self(o, false, pc);
	if (mine(o) && o->type == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	if (unlikely(o->d & ROBUST))
		exit_is_seen();
	if (sched_point(OP_mutex_timedlock, (uint64_t)m, 0, pc)) {
		o = mutex_of(m, pc);
		spin_object(&o->owner, sizeof o->owner, false);
		clock_reach(clock_deadline(clock, until));
		trace_result(ETIMEDOUT);
		return ETIMEDOUT;
	}
	rc = take(mutex_of(m, pc), pc);
	trace_result((uint64_t)rc);
	return rc;
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
	set_type(o, type);
	return 0;
}

/* The new owner has repaired what the mutex protects. */
static int mutex_consistent(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (!mine(o) || !(o->d & ORPHANED))
		return EINVAL;
	object_touch(o);
	o->d &= ~(uint32_t)ORPHANED;
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
	int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED;

	if (!controlled())
		return REAL(pthread_mutex_init)(m, attr);
	if (attr) {
		access_read(attr, sizeof *attr, CALLER);
		REAL(pthread_mutexattr_gettype)(attr, &type);
		REAL(pthread_mutexattr_getrobust)(attr, &robust);
		if (robust == PTHREAD_MUTEX_ROBUST)
			type |= ROBUST_BIT;
	}
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

EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
	return controlled() ? mutex_consistent(m, CALLER)
			    : REAL(pthread_mutex_consistent)(m);
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
