/* SPDX-License-Identifier: MIT */
/* mutex.c - pthread mutexes of all types, and spin locks
 *
 * object: owner, a = depth of recursion, b = the owner's life, d = robust_flag,
 * type = PTHREAD_MUTEX_*, left = the kind in the test's memory.
 * The test's pthread_mutex_t keeps glibc's layout: life.h.
 */
#include "native/footprint.h"
#include "native/life.h"
#include "native/threads/waited.h"
#include "native/posix/mutex.h"
#include "native/posix/anchor.h"
#include "native/posix/clock.h"
#include "native/posix/priority.h"
#include "native/posix/thread_api.h"
#include "native/races/shadow.h"
#include "native/spin.h"

#include <errno.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	DESTROYED_KIND = -1, /* glibc's mark */
	ROBUST_BIT = 16,
	INHERIT_BIT = 32,
	PROTECT_BIT = 64,
	KIND_MASK = 3
};

/* What is known of a robust mutex (POSIX 2.9.9): its owner may end. */
enum robust_flag {
	ROBUST = 1,
	ORPHANED = 2, /* the one before ended; not made consistent yet */
	LOST = 4,     /* unlocked while orphaned: no use for ever */
};

enum {
	PROTECTED = 8
}; /* PTHREAD_PRIO_PROTECT */

static void set_type(struct object *o, int kind)
{
	o->type = (uint8_t)(kind & KIND_MASK);
	o->d = (kind & ROBUST_BIT ? ROBUST : 0) |
	       (kind & PROTECT_BIT ? PROTECTED : 0);
}

/* Spin locks: 1 is free, or 0, where nobody called init; a held one shows whose
 * it is.  (Natively all below 1 are held.) */
static void spin_begin(struct object *o)
{
	int word = *(pthread_spinlock_t *)o->address;

	o->type = MUTEX_SPIN;
	if ((uint32_t)word == LIFE_DESTROYED) {
		o->left = LIFE_DESTROYED;
	} else if (word < 0 && ~word < rt.world.threads) {
		o->owner = (tid)~word;
		o->a = 1;
		o->shown = 1;
	}
}

/* Taken from memory: a copy of one that is held is held. */
static struct object *begin(
	struct object *o, const pthread_mutex_t *p, bool fresh, uint64_t pc)
{
	int kind = p->__data.__kind;

	if (!fresh && o->type == MUTEX_SPIN) {
		o = life_begin(o);
		spin_begin(o);
		return o;
	}
	if (!fresh)
		o = life_begin(o);
	o->left = (uint32_t)kind;
	set_type(o, kind);
	if (kind == DESTROYED_KIND)
		o->type = MUTEX_DESTROYED;
	if (p->__data.__lock != 0 && kind != DESTROYED_KIND) {
		const struct thread *holder = life_holder(p);

		if (!holder)
			bug(BUG_bad_object, pc, (uint64_t)p,
				"mutex that was never initialised, or was "
				"locked before main");
		o->owner = holder->id;
		o->b = holder->life;
		o->a = p->__data.__count ? p->__data.__count : 1;
		o->pc = pc;
		o->shown = 1;
	}
	return o;
}

static inline bool as_left(const struct object *o, const void *m)
{
	const pthread_mutex_t *p = m;

	if (unlikely(o->type == MUTEX_SPIN))
		return o->left != LIFE_DESTROYED ||
		       *(const uint32_t *)m == o->left;
	return (uint32_t)p->__data.__kind == o->left;
}

struct object *mutex_of(const void *m, uint64_t pc)
{
	bool fresh;
	struct object *o = life_get((uint64_t)m, OBJECT_MUTEX, &fresh, pc);

	if (unlikely(fresh || !as_left(o, m)))
		o = begin(o, m, fresh, pc);
	if (unlikely(o->type >= MUTEX_SPIN) &&
		(o->type == MUTEX_DESTROYED || o->left == LIFE_DESTROYED))
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
	life_changed(o);
	life_stored(o);
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
		life_changed(o);
		life_stored(o);
		return 0;
	case PTHREAD_MUTEX_ERRORCHECK: /* glibc's trylock looks at some */
		return trying && !(o->left & (ROBUST_BIT | INHERIT_BIT |
						     PROTECT_BIT))
			       ? EBUSY
			       : EDEADLK;
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
	if (unlikely(o->d & PROTECTED) && priority_refused())
		return EINVAL;
	do { /* once, unless a copy of a held one came here meanwhile */
		sched_point(OP_mutex_lock, (uint64_t)m, 0, pc);
		o = mutex_of(m, pc);
	} while (unlikely(!available(o)));
	return take(o, pc);
}

bool mutex_is_robust(const struct object *o)
{
	return o->d & ROBUST;
}

bool mutex_checks(const struct object *o)
{
	return o->type == PTHREAD_MUTEX_ERRORCHECK ||
	       o->type == PTHREAD_MUTEX_RECURSIVE || o->d & ROBUST;
}

static int not_mine(const struct object *o, uint64_t pc)
{
	if (mutex_checks(o))
		return EPERM;
	if (o->owner == TID_NONE)
		bug(BUG_unlock_not_owner, pc, o->address,
			"thread T%u unlocks a mutex that nobody holds",
			rt.self->id);
	bug(BUG_unlock_not_owner, pc, o->address,
		"thread T%u unlocks a mutex that thread T%u holds", rt.self->id,
		o->owner);
}

int mutex_unlock(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (!mine(o))
		return not_mine(o, pc);
	if (o->a > 1) {
		object_touch(o);
		o->a--;
		life_changed(o);
		return 0;
	}
	sched_point(OP_mutex_unlock, (uint64_t)m, 0, pc);
	anchor_not_here();
	if (unlikely(!life_goes_on(o) || !as_left(o, m))) {
		o = mutex_of(m, pc);
		if (!mine(o))
			return not_mine(o, pc);
	}
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
	life_changed(o);
	life_stored(o);
	lock_given(o);
	hb_release(o);
}

void mutex_give(struct object *o)
{
	if (o->a > 1) {
		object_touch(o);
		o->a--;
		life_changed(o);
	} else {
		mutex_release(o);
	}
}

int mutex_trylock(void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);
	int rc;

	if (unlikely(o->d & PROTECTED) && !mine(o) && priority_refused())
		return EINVAL;
	if (unlikely(o->d & ROBUST))
		exit_is_seen();
	sched_point(OP_mutex_trylock, (uint64_t)m, 0, pc);
	o = mutex_of(m, pc);
	if (mine(o)) { /* glibc looks before it tries */
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
	if (mine(o) && o->type == PTHREAD_MUTEX_RECURSIVE)
		return held_by_self(o, false, pc);
	if (mine(o) && o->type == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	if (unlikely(o->d & PROTECTED) && !mine(o) && priority_refused())
		return EINVAL;
	if (!timespec_valid(until)) { /* looked at only where it has to wait */
		rc = mine(o) ? EBUSY : mutex_trylock(m, pc);
		return rc == EBUSY ? EINVAL : rc;
	}
	if (unlikely(o->d & ROBUST))
		exit_is_seen();
	if (sched_point(OP_mutex_timedlock, (uint64_t)m, 0, pc)) {
		o = mutex_of(m, pc);
		available(o); /* it was not: whose thread that goes by */
		spin_object(&o->owner, sizeof o->owner, false);
		clock_reach(clock_deadline(clock, until));
		life_stored(o); /* that it waits */
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
	access_plain((uint64_t)p, offsetof(pthread_mutex_t, __data.__list),
		ACC_WRITE | ACC_OBJECT, pc);
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
	if (type == MUTEX_SPIN)
		o->type = MUTEX_SPIN;
	else
		o->left = (uint32_t)type;
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
	if (o->type == MUTEX_SPIN) {
		life_write(o, 0, LIFE_DESTROYED, pc);
		return 0;
	}
	life_write(o, offsetof(pthread_mutex_t, __data.__kind),
		(uint32_t)DESTROYED_KIND, pc);
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
	int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED,
	    protocol = PTHREAD_PRIO_NONE;

	if (!controlled())
		return REAL(pthread_mutex_init)(m, attr);
	if (attr) {
		access_read(attr, sizeof *attr, CALLER);
		REAL(pthread_mutexattr_gettype)(attr, &type);
		REAL(pthread_mutexattr_getrobust)(attr, &robust);
		if (robust == PTHREAD_MUTEX_ROBUST)
			type |= ROBUST_BIT;
		REAL(pthread_mutexattr_getprotocol)(attr, &protocol);
		if (protocol != PTHREAD_PRIO_NONE)
			type |= protocol == PTHREAD_PRIO_INHERIT ? INHERIT_BIT
								 : PROTECT_BIT;
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
	if (controlled() && !clock_waits(clock))
		return EINVAL;
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
	access_plain((uint64_t)l, sizeof *l, ACC_WRITE | ACC_OBJECT, CALLER);
	*l = 1;
	return mutex_init((void *)l, MUTEX_SPIN, CALLER);
}

static int spin_ready(pthread_spinlock_t *l)
{
	bool fresh;
	struct object *o = object_get((uint64_t)l, OBJECT_MUTEX, &fresh);

	if (fresh)
		spin_begin(o);
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
