/* SPDX-License-Identifier: MIT */
/* rwlock.c - read-write locks
 *
 * object: owner = the writer, the set (set.h) of readers, each a word
 * thread << 16 | depth, c = the writer that readers wait for and 1, type = 1
 * when destroyed.  What readers knew when they unlocked only the next writer
 * learns: it lies in the clock of a second object, one byte further, where no
 * object of the test's can be.
 *
 * Kinds, as glibc reads them in the lock's memory at each call: by default no
 * reader waits for a waiting writer, and so it is with PREFER_WRITER_NP, where
 * writers only hand the lock to each other, which is the schedule in which the
 * next one comes at once.  With PREFER_WRITER_NONRECURSIVE_NP a writer that
 * meets readers *announces* itself:
 *
 *     write-lock   enabled if no writer has the lock or has announced itself;
 *                  takes it if there is no reader, else announces itself
 *     granted      (its second step) the last reader has given it the lock
 *     read-lock    enabled if no writer has the lock or has announced itself
 *     try          fails where these would have to wait, in either step
 *     unlock       of the last reader: to the announced writer, if there is one
 *     timeout      of the second step: takes the announcement back
 *
 * So a thread that reads twice around a writer's announcement waits for ever.
 * Two writers that wait are not told apart from one that waits and one that
 * has not come yet: nobody can see that.  What is left out: glibc's writer
 * announces itself for some instructions where there is no reader, too, and a
 * reader counts before it has the lock.  A try may fail for that (try_between).
 */
#include "native/life.h"
#include "native/threads/waited.h"
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
	PREFERS_WRITER = 0, /* of scratch: a write-lock may announce itself */
	IS_TIMED = 1,	    /* and its second step may end by time */
	THREAD_SHIFT = RW_READER_SHIFT,
	DEPTH = 0xffff
};

/* Taken from memory.  Who holds a copy for reading nobody can know. */
static struct object *begin(
	struct object *o, const pthread_rwlock_t *l, bool fresh, uint64_t pc)
{
	if (!fresh) {
		object_drop((uint64_t)l + 1);
		o = life_begin(o);
	}
	if (l->__data.__readers == LIFE_DESTROYED)
		o->type = RW_DESTROYED;
	else if (l->__data.__readers || l->__data.__cur_writer)
		bug(BUG_bad_object, pc, (uint64_t)l,
			"copy of a read-write lock that was held, or one that "
			"was never initialised");
	return o;
}

static struct object *rw_of(const void *l, uint64_t pc)
{
	const pthread_rwlock_t *p = l;
	bool fresh;
	struct object *o = life_get((uint64_t)l, OBJECT_RWLOCK, &fresh, pc);

	if (unlikely(fresh || (o->type == RW_DESTROYED &&
				      p->__data.__readers != LIFE_DESTROYED)))
		o = begin(o, l, fresh, pc);
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

static bool prefers_writer(const void *l)
{
	const pthread_rwlock_t *p = l;

	return p->__data.__flags ==
	       PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* No writer has it or has announced itself. */
static bool can_read(const struct object *o)
{
	return !o || (o->owner == TID_NONE && !o->c);
}

static bool can_write(const struct object *o)
{
	return !o || (can_read(o) && o->a == 0);
}

/* Take it, or announce itself. */
static bool can_begin(const struct object *o, const struct thread *t)
{
	return t->scratch[PREFERS_WRITER] ? can_read(o) : can_write(o);
}

static void offer_read(struct thread *t, struct pending *p)
{
	offer_success(p, can_read(known(p->object)));
}

static void offer_write(struct thread *t, struct pending *p)
{
	offer_success(p, can_begin(known(p->object), t));
}

static void offer_timedread(struct thread *t, struct pending *p)
{
	offer_timed(p, can_read(known(p->object)));
}

static void offer_timedwrite(struct thread *t, struct pending *p)
{
	offer_timed(p, can_begin(known(p->object), t));
}

static void offer_granted(struct thread *t, struct pending *p)
{
	const struct object *o = known(p->object);
	bool mine = o && o->owner == t->id; /* none: it was overwritten */

	if (t->scratch[IS_TIMED])
		offer_timed(p, mine);
	else
		offer_success(p, mine);
}

/* That no writer keeps it away: a turn that takes the lock awaits one, too. */
static void no_writer(struct object *o)
{
	spin_object(&o->owner, sizeof o->owner, false);
	spin_object(&o->c, sizeof o->c, false);
}

static void take_read(struct object *o, uint64_t pc)
{
	uint32_t *mine = reader(o, rt.self->id);

	no_writer(o);
	if (mine) {
		undo_save(mine, sizeof *mine);
		++*mine;
	} else {
		set_insert(o, (uint32_t)rt.self->id << THREAD_SHIFT | 1);
	}
	life_used(o, pc);
	life_changed(o);
	life_stored(o);
	hb_acquire(o);
	lock_taken(o, true);
}

/* The running thread has it from here on. */
static void have_write(struct object *o, uint64_t pc)
{
	life_used(o, pc);
	life_stored(o);
	hb_acquire(o);
	hb_acquire(readers_clock((void *)o->address));
	lock_taken(o, false);
}

static void take_write(struct object *o, uint64_t pc)
{
	object_touch(o);
	spin_object(&o->a, sizeof o->a, false);
	spin_object(&o->c, sizeof o->c, false);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = rt.self->id;
	o->pc = pc;
	life_changed(o);
	have_write(o, pc);
}

static void announce(struct object *o, uint32_t writer)
{
	object_touch(o);
	spin_object(&o->c, sizeof o->c, true);
	o->c = writer;
}

/* What keeps this thread from it, as seen by who only looks. */
static void looked(struct object *o)
{
	no_writer(o);
	spin_object(&o->a, sizeof o->a, false);
}

static int result(int rc)
{
	trace_result((uint64_t)rc);
	return rc;
}

/* In a frame of its own: for the detection of spinning this is another place
 * than the first step. */
static __attribute__((noinline)) bool wait_granted(void *l, uint64_t pc)
{
	struct object *o;

	if (sched_point(OP_rw_granted, (uint64_t)l, 0, pc)) {
		o = rw_of(l, pc);
		looked(o);
		announce(o, 0);
		return false;
	}
	o = rw_of(l, pc);
	spin_object(&o->owner, sizeof o->owner, false);
	have_write(o, pc);
	return true;
}

/* Its turn has come: there is no writer.  False: it ended by time. */
static bool begin_write(void *l, uint64_t pc)
{
	struct object *o = rw_of(l, pc);

	if (!o->a) {
		take_write(o, pc);
		return true;
	}
	anchor_not_here();
	announce(o, rt.self->id + 1u);
	o->pc = pc;
	trace_result(EINPROGRESS);
	return wait_granted(l, pc);
}

/* Before the decision: what the offer goes by. */
static void prepare_write(const void *l, bool timed)
{
	thread_touch(rt.self);
	rt.self->scratch[PREFERS_WRITER] = prefers_writer(l);
	rt.self->scratch[IS_TIMED] = timed;
}

static int rw_read(void *l, uint64_t pc)
{
	struct object *o = rw_of(l, pc);

	if (o->owner == rt.self->id)
		return EDEADLK;
	sched_point(OP_rw_rdlock, (uint64_t)l, 0, pc);
	take_read(rw_of(l, pc), pc);
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
	prepare_write(l, false);
	sched_point(OP_rw_wrlock, (uint64_t)l, 0, pc);
	begin_write(l, pc);
	return 0;
}

static int rw_timed(void *l, bool write, clockid_t clock,
	const struct timespec *until, uint64_t pc)
{
	struct object *o = rw_of(l, pc);
	bool late = false;

	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until))
		return EINVAL;
	if (o->owner == rt.self->id)
		return EDEADLK;
	prepare_write(l, true);
	if (sched_point(write ? OP_rw_timedwrlock : OP_rw_timedrdlock,
		    (uint64_t)l, 0, pc)) {
		looked(rw_of(l, pc));
		late = true;
	} else if (write) {
		late = !begin_write(l, pc);
	} else {
		take_read(rw_of(l, pc), pc);
	}
	if (late)
		clock_reach(clock_deadline(clock, until));
	return result(late ? ETIMEDOUT : 0);
}

/* It succeeds.  But glibc's may fail for a thread that is in the middle of a
 * call that has not taken the lock yet.  Which threads come to such a call, and
 * when, is not known of this execution alone. */
static void may_fail(const void *l, bool write)
{
	if (rt.world.live > 1 && (write || prefers_writer(l)))
		caveat(CAVEAT_try_between, "a read-write lock");
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
	may_fail(l, write);
	if (write)
		take_write(o, pc);
	else
		take_read(o, pc);
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

/* The last reader has gone. */
static void hand_over(struct object *o)
{
	uint32_t writer = o->c - 1;

	announce(o, 0);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = (tid)writer;
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
		life_changed(o);
		life_stored(o);
		lock_given(o);
		hb_release(o);
		return 0;
	}
	mine = reader(
		o, rt.self->id); /* other readers' words may have moved it */
	if (unlikely(!mine))	 /* overwritten meanwhile */
		not_held(o, pc);
	if ((*mine & DEPTH) > 1) {
		undo_save(mine, sizeof *mine);
		--*mine;
	} else {
		set_remove(o, *mine);
		if (o->c && !o->a)
			hand_over(o);
	}
	life_changed(o);
	life_stored(o);
	lock_given(o);
	o = readers_clock(l);
	life_used(o, pc);
	hb_release(o);
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
	life_write(o, 0, LIFE_DESTROYED, pc);
	o->type = RW_DESTROYED;
	return 0;
}

void rwlock_register(void)
{
	offer_of[OP_rw_rdlock] = offer_read;
	offer_of[OP_rw_wrlock] = offer_write;
	offer_of[OP_rw_timedrdlock] = offer_timedread;
	offer_of[OP_rw_timedwrlock] = offer_timedwrite;
	offer_of[OP_rw_granted] = offer_granted;
}

/* --- the C library's names
 * ----------------------------------------------------------- */

EXPORT int pthread_rwlock_init(
	pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	pthread_rwlockattr_t given;

	if (!controlled())
		return REAL(pthread_rwlock_init)(l, attr);
	if (attr) {
		access_read(attr, sizeof *attr, CALLER);
		given = *attr;
	}
	access_plain((uint64_t)l, sizeof *l, ACC_WRITE | ACC_OBJECT, CALLER);
	REAL(pthread_rwlock_init)(l, attr ? &given : 0); /* its kind */
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
	if (controlled() && !clock_waits(clock))
		return EINVAL;
	return controlled() ? rw_timed(l, false, clock, until, CALLER)
			    : REAL(pthread_rwlock_clockrdlock)(l, clock, until);
}

EXPORT int pthread_rwlock_clockwrlock(
	pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)
{
	if (controlled() && !clock_waits(clock))
		return EINVAL;
	return controlled() ? rw_timed(l, true, clock, until, CALLER)
			    : REAL(pthread_rwlock_clockwrlock)(l, clock, until);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	return controlled() ? rw_unlock(l, CALLER)
			    : REAL(pthread_rwlock_unlock)(l);
}
