/* SPDX-License-Identifier: MIT */
/* rwlock.c - read-write locks
 *
 * object: owner = the writer, the set (set.h) of readers, each a word
 * thread << 16 | depth, type = 1 when destroyed.  What readers knew when they
 * unlocked only the next writer learns: it lies in the clock of a second
 * object, one byte further, where no object of the test's can be.
 *
 * Like glibc's default it prefers readers: no reader waits for a waiting
 * writer.  (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP only takes schedules
 * away, real ones keep to that.)
 */
#include "native/waited.h"
#include "native/posix/anchor.h"
#include "native/posix/clock.h"
#include "native/posix/set.h"
#include "native/spin.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	RW_DESTROYED = 1,
	THREAD_SHIFT = RW_READER_SHIFT,
	DEPTH = 0xffff
};

static struct object *rw_of(const void *l, uint64_t pc)
{
	struct object *o = object_get((uint64_t)l, OBJECT_RWLOCK, 0);

	if (unlikely(o->type == RW_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)l,
			"use of a destroyed read-write lock");
	return o;
}

static struct object *readers_clock(const void *l)
{
	return object_get((uint64_t)l + 1, OBJECT_RWLOCK, 0);
}

/* The word of a reader; NULL: it is none. */
static uint32_t *reader(const struct object *o, tid t)
{
	uint32_t i = set_find(o, (uint32_t)t << THREAD_SHIFT);

	return i < o->a && set_words(o)[i] >> THREAD_SHIFT == t
		       ? &set_words(o)[i]
		       : 0;
}

static struct object *known(uint64_t address)
{
	struct object *o = object_find(address);

	return o && o->kind == OBJECT_RWLOCK ? o : 0;
}

static bool can_read(const struct object *o)
{
	return !o || o->owner == TID_NONE;
}

static bool can_write(const struct object *o)
{
	return !o || (o->owner == TID_NONE && o->a == 0);
}

static void offer_read(struct thread *t, struct pending *p)
{
	offer_success(p, can_read(known(p->object)));
}

static void offer_write(struct thread *t, struct pending *p)
{
	offer_success(p, can_write(known(p->object)));
}

static void offer_timedread(struct thread *t, struct pending *p)
{
	offer_timed(p, can_read(known(p->object)));
}

static void offer_timedwrite(struct thread *t, struct pending *p)
{
	offer_timed(p, can_write(known(p->object)));
}

static void take_read(struct object *o)
{
	uint32_t *mine = reader(o, rt.self->id);

	if (mine) {
		undo_save(mine, sizeof *mine);
		++*mine;
	} else {
		set_insert(o, (uint32_t)rt.self->id << THREAD_SHIFT | 1);
	}
	hb_acquire(o);
	lock_taken(o, true);
}

static void take_write(struct object *o, uint64_t pc)
{
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = rt.self->id;
	o->pc = pc;
	hb_acquire(o);
	hb_acquire(readers_clock((void *)o->address));
	lock_taken(o, false);
}

/* What keeps this thread from it, as seen by who only looks. */
static void looked(struct object *o)
{
	spin_object(&o->owner, sizeof o->owner, false);
	spin_object(&o->a, sizeof o->a, false);
}

static int result(int rc)
{
	trace_result((uint64_t)rc);
	return rc;
}

static int rw_read(void *l, uint64_t pc)
{
	struct object *o = rw_of(l, pc);

	if (o->owner == rt.self->id)
		return EDEADLK;
	sched_point(OP_rw_rdlock, (uint64_t)l, 0, pc);
	take_read(rw_of(l, pc));
	return 0;
}

static int rw_write(void *l, uint64_t pc)
{
	struct object *o = rw_of(l, pc);

	if (o->owner == rt.self->id)
		return EDEADLK;
	if (reader(o, rt.self->id))
		bug(BUG_self_deadlock, pc, o->address,
			"thread T%u write-locks a lock that it holds for "
			"reading: it waits for itself",
			rt.self->id);
	sched_point(OP_rw_wrlock, (uint64_t)l, 0, pc);
	take_write(rw_of(l, pc), pc);
	return 0;
}

static int rw_timed(void *l, bool write, clockid_t clock,
	const struct timespec *until, uint64_t pc)
{
	struct object *o = rw_of(l, pc);

	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until))
		return EINVAL;
	if (o->owner == rt.self->id)
		return EDEADLK;
	if (sched_point(write ? OP_rw_timedwrlock : OP_rw_timedrdlock,
		    (uint64_t)l, 0, pc)) {
		looked(rw_of(l, pc));
		clock_reach(clock_deadline(clock, until));
		return result(ETIMEDOUT);
	}
	if (write)
		take_write(rw_of(l, pc), pc);
	else
		take_read(rw_of(l, pc));
	return result(0);
}

static int rw_try(void *l, bool write, uint64_t pc)
{
	struct object *o;

	sched_point(
		write ? OP_rw_trywrlock : OP_rw_tryrdlock, (uint64_t)l, 0, pc);
	o = rw_of(l, pc);
	if (write ? !can_write(o) : !can_read(o)) {
		looked(o);
		return result(EBUSY);
	}
	if (write)
		take_write(o, pc);
	else
		take_read(o);
	return result(0);
}

static void not_held(struct object *o, uint64_t pc)
{
	if (o->owner != TID_NONE)
		bug(BUG_unlock_not_owner, pc, o->address,
			"thread T%u unlocks a read-write lock that thread T%u "
			"holds for writing",
			rt.self->id, o->owner);
	bug(BUG_unlock_not_owner, pc, o->address,
		"thread T%u unlocks a read-write lock that it does not hold",
		rt.self->id);
}

static int rw_unlock(void *l, uint64_t pc)
{
	struct object *o = rw_of(l, pc);
	uint32_t *mine = reader(o, rt.self->id);

	if (o->owner != rt.self->id && !mine)
		not_held(o, pc);
	sched_point(OP_rw_unlock, (uint64_t)l, 0, pc);
	anchor_not_here();
	o = rw_of(l, pc);
	if (o->owner == rt.self->id) {
		object_touch(o);
		spin_object(&o->owner, sizeof o->owner, true);
		o->owner = TID_NONE;
		lock_given(o);
		hb_release(o);
		return 0;
	}
	mine = reader(
		o, rt.self->id); /* other readers' words may have moved it */
	if ((*mine & DEPTH) > 1) {
		undo_save(mine, sizeof *mine);
		--*mine;
	} else {
		set_remove(o, *mine);
	}
	lock_given(o);
	hb_release(readers_clock(l));
	return 0;
}

static void idle_or_bug(const struct object *o, const char *what, uint64_t pc)
{
	if (!o || o->kind != OBJECT_RWLOCK || o->type == RW_DESTROYED)
		return;
	if (o->owner != TID_NONE)
		bug(BUG_destroy_busy, pc, o->address,
			"%s of a read-write lock that thread T%u holds for "
			"writing",
			what, o->owner);
	if (o->a)
		bug(BUG_destroy_busy, pc, o->address,
			"%s of a read-write lock that thread T%u holds for "
			"reading",
			what, set_words(o)[0] >> THREAD_SHIFT);
}

static int rw_init(void *l, uint64_t pc)
{
	sched_point(OP_rw_init, (uint64_t)l, 0, pc);
	idle_or_bug(object_find((uint64_t)l), "init", pc);
	object_drop((uint64_t)l);
	object_drop((uint64_t)l + 1);
	rw_of(l, pc);
	return 0;
}

static int rw_destroy(void *l, uint64_t pc)
{
	struct object *o;

	sched_point(OP_rw_destroy, (uint64_t)l, 0, pc);
	o = rw_of(l, pc);
	idle_or_bug(o, "destroy", pc);
	object_touch(o);
	o->type = RW_DESTROYED;
	return 0;
}

void rwlock_register(void)
{
	offer_of[OP_rw_rdlock] = offer_read;
	offer_of[OP_rw_wrlock] = offer_write;
	offer_of[OP_rw_timedrdlock] = offer_timedread;
	offer_of[OP_rw_timedwrlock] = offer_timedwrite;
}

/* --- the C library's names
 * ----------------------------------------------------------- */

EXPORT int pthread_rwlock_init(
	pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	if (!controlled())
		return REAL(pthread_rwlock_init)(l, attr);
	access_write(l, sizeof *l, CALLER);
	memset(l, 0, sizeof *l);
	return rw_init(l, CALLER);
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	return controlled() ? rw_destroy(l, CALLER)
			    : REAL(pthread_rwlock_destroy)(l);
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_read(l, CALLER)
			    : REAL(pthread_rwlock_rdlock)(l);
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_write(l, CALLER)
			    : REAL(pthread_rwlock_wrlock)(l);
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_try(l, false, CALLER)
			    : REAL(pthread_rwlock_tryrdlock)(l);
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_try(l, true, CALLER)
			    : REAL(pthread_rwlock_trywrlock)(l);
}

EXPORT int pthread_rwlock_timedrdlock(
	pthread_rwlock_t *l, const struct timespec *until)
{
	return controlled() ? rw_timed(l, false, CLOCK_REALTIME, until, CALLER)
			    : REAL(pthread_rwlock_timedrdlock)(l, until);
}

EXPORT int pthread_rwlock_timedwrlock(
	pthread_rwlock_t *l, const struct timespec *until)
{
	return controlled() ? rw_timed(l, true, CLOCK_REALTIME, until, CALLER)
			    : REAL(pthread_rwlock_timedwrlock)(l, until);
}

EXPORT int pthread_rwlock_clockrdlock(
	pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)
{
	return controlled() ? rw_timed(l, false, clock, until, CALLER)
			    : REAL(pthread_rwlock_clockrdlock)(l, clock, until);
}

EXPORT int pthread_rwlock_clockwrlock(
	pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)
{
	return controlled() ? rw_timed(l, true, clock, until, CALLER)
			    : REAL(pthread_rwlock_clockwrlock)(l, clock, until);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_unlock(l, CALLER)
			    : REAL(pthread_rwlock_unlock)(l);
}
