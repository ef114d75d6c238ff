/* SPDX-License-Identifier: MIT */
/* cond.c - condition variables
 *
 * object: the set of waiting threads (set.h), type = clock or COND_DESTROYED.
 * A wait is three operations: one that releases the mutex and registers, one
 * that is enabled by a signal or (timed) always, and an acquisition like any
 * other.  Which waiter a signal wakes is an alternative of the signal.
 *
 * A waiter that was chosen does not time out: glibc passes on a signal that a
 * timeout consumed, so that this is the schedule in which the timeout came
 * before the signal.  A signal is an edge of happens-before (POSIX 4.12).
 */
#include "native/footprint.h"
#include "native/life.h"
#include "native/posix/cond.h"
#include "native/posix/cond_study.h"
#include "native/posix/anchor.h"
#include "native/posix/cancel.h"
#include "native/posix/clock.h"
#include "native/posix/interrupted.h"
#include "native/posix/mutex.h"
#include "native/posix/set.h"
#include "native/spin.h"
#include "native/threads/early.h"
#include "native/spurious.h"

#include <errno.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	COND_DESTROYED = 0xff,
	OWN_CLOCK = -1
};
enum {
	WREFS_MONOTONIC = 2,
	WREFS_DESTROYED = 4
}; /* glibc's bits in __wrefs */

/* Of a waiting thread's scratch words. */
enum {
	SIGNALLED,
	TIMED
};

struct object *cond_of(const void *c, uint64_t pc)
{
	const pthread_cond_t *p = c;
	bool fresh;
	struct object *o = life_get((uint64_t)c, OBJECT_COND, &fresh, pc);

	if (unlikely(fresh || p->__data.__wrefs != o->left)) {
		if (!fresh)
			o = life_begin(o);
		o->left = p->__data.__wrefs;
		o->type = o->left & WREFS_DESTROYED   ? COND_DESTROYED
			  : o->left & WREFS_MONOTONIC ? CLOCK_MONOTONIC
						      : CLOCK_REALTIME;
	}
	if (unlikely(o->type == COND_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)c,
			"use of a destroyed condition variable");
	return o;
}

static void offer_wake(struct thread *t, struct pending *p)
{
	if (t->scratch[SIGNALLED])
		offer_success(p, true);
	else if (!offer_cancel(t, p)) {
		offer_success(p, false);
		if (t->scratch[TIMED])
			offer_timed(p, false);
	}
}

static void offer_signal(struct thread *t, struct pending *p)
{
	struct object *o = object_find(p->object);

	p->offers = 1;
	p->offer = 0;
	if (o && o->kind == OBJECT_COND && o->a) {
		p->offers = o->a;
		p->offer = set_words(o);
	}
}

/* Does the caller hold it?  If not: an error number, or a bug. */
static int owned(const void *m, uint64_t pc)
{
	struct object *o = mutex_of(m, pc);

	if (o->owner == rt.self->id)
		return 0;
	if (mutex_checks(o))
		return EPERM;
	if (o->owner == TID_NONE)
		bug(BUG_misuse, pc, (uint64_t)m,
			"thread T%u waits with a mutex that nobody holds",
			rt.self->id);
	bug(BUG_misuse, pc, (uint64_t)m,
		"thread T%u waits with a mutex that thread T%u holds",
		rt.self->id, o->owner);
}

/* In a frame of its own: for the detection of spinning this is another place
 * than the wait itself. */
static __attribute__((noinline)) uint32_t sleep_on(void *c, uint64_t pc)
{
	uint32_t how = sched_point(OP_cond_wake, (uint64_t)c, 0, pc);

	spin_object(&rt.self->scratch[SIGNALLED], 8, false);
	return how;
}

/* What ended the wait, as an alternative. */
static uint32_t wait_until(void *c, void *m, bool timed, uint64_t pc)
{
	struct thread *self = rt.self;
	struct object *o;
	uint32_t how;
	bool early = spurious(CAVEAT_no_spurious, "a condition variable", pc);

	sched_point(
		timed ? OP_cond_timedwait : OP_cond_wait, (uint64_t)c, 0, pc);
	anchor_not_here();
	o = cond_of(c, pc);
	life_used(o, pc);
	life_stored(o);
	thread_touch(self);
	self->scratch[SIGNALLED] = early;
	self->scratch[TIMED] = timed;
	if (!early)
		set_insert(o, self->id);
	mutex_give(mutex_of(m, pc));
	how = sleep_on(c, pc);
	if (how)
		set_remove(o, self->id);
	return how;
}

static int wait_for(
	void *c, void *m, bool timed, uint64_t deadline, uint64_t pc)
{
	uint32_t how;
	int rc;

	rc = owned(m, pc);
	cond_of(c, pc);
	if (rc)
		return rc;
	if (rt.study)
		caveat(CAVEAT_no_spurious, "a condition variable");
	how = rt.study ? study_wait(c, m, timed, pc)
		       : wait_until(c, m, timed, pc);
	if (how) {
		if (how == CANCELLED) {
			mutex_lock(m, pc);
			cancel_act();
		}
		clock_reach(deadline);
		trace_result(ETIMEDOUT);
	}
	rc = mutex_lock(m, pc); /* of a robust one: its owner died */
	return rc ? rc : how ? ETIMEDOUT : 0;
}

int cond_wait(void *c, void *m, uint64_t pc)
{
	return wait_for(c, m, false, 0, pc);
}

int cond_timedwait(void *c, void *m, clockid_t clock,
	const struct timespec *until, uint64_t pc)
{
	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until))
		return EINVAL;
	if (clock == OWN_CLOCK)
		clock = cond_of(c, pc)->type;
	return wait_for(c, m, true, clock_deadline(clock, until), pc);
}

static void wake(struct thread *t)
{
	thread_touch(t);
	shared_write(&t->scratch[SIGNALLED]);
	signal_words(t)[SIGNALLED] = 1;
	cancel_missed(t);
	hb_pass(t);
}

int cond_signal(void *c, uint64_t pc)
{
	struct object *o = cond_of(c, pc);
	uint32_t which = sched_point(OP_cond_signal, (uint64_t)c, 0, pc);

	o = cond_of(c, pc);
	life_used(o, pc);
	if (!o->a) {
		spin_object(&o->a, sizeof o->a, false);
		return 0;
	}
	if (unlikely(rt.study)) {
		study_signal(o);
		return 0;
	}
	life_stored(o);
	trace_other((tid)which);
	wake(thread_of((tid)which));
	set_remove(o, which);
	return 0;
}

int cond_broadcast(void *c, uint64_t pc)
{
	struct object *o = cond_of(c, pc);

	sched_point(OP_cond_broadcast, (uint64_t)c, 0, pc);
	o = cond_of(c, pc);
	life_used(o, pc);
	if (!o->a) {
		spin_object(&o->a, sizeof o->a, false);
		return 0;
	}
	life_stored(o);
	if (unlikely(rt.study)) {
		study_broadcast(o);
		return 0;
	}
	for (uint32_t i = 0; i < o->a; i++)
		wake(thread_of((tid)set_words(o)[i]));
	set_clear(o);
	return 0;
}

static void idle_or_bug(const struct object *o, const char *what, uint64_t pc)
{
	if (rt.study && o && study_all_marked(o))
		return;
	if (o && o->kind == OBJECT_COND && o->type != COND_DESTROYED && o->a)
		bug(BUG_destroy_busy, pc, o->address,
			"%s of a condition variable on which thread T%u waits",
			what, set_words(o)[0]);
}

int cond_init(void *c, clockid_t clock, uint64_t pc)
{
	pthread_cond_t *p = c;

	access_plain((uint64_t)p, sizeof *p, ACC_WRITE | ACC_OBJECT, pc);
	memset(p, 0, sizeof *p);
	if (clock == CLOCK_MONOTONIC)
		p->__data.__wrefs = WREFS_MONOTONIC;
	sched_point(OP_cond_init, (uint64_t)c, 0, pc);
	idle_or_bug(object_find((uint64_t)c), "init", pc);
	object_drop((uint64_t)c);
	cond_of(c, pc);
	return 0;
}

int cond_destroy(void *c, uint64_t pc)
{
	struct object *o;

	sched_point(OP_cond_destroy, (uint64_t)c, 0, pc);
	o = cond_of(c, pc);
	idle_or_bug(o, "destroy", pc);
	object_touch(o);
	life_write(o, offsetof(pthread_cond_t, __data.__wrefs),
		o->left | WREFS_DESTROYED, pc);
	o->type = COND_DESTROYED;
	return 0;
}

void cond_register(void)
{
	if (rt.study) {
		study_register();
		return;
	}
	offer_of[OP_cond_wake] = offer_wake;
	offer_of[OP_cond_signal] = offer_signal;
}

/* --- the C library's names
 * ------------------------------------------------------
 *
 * Two versions of each are in glibc; without one dlsym may give the old. */

#define REAL_COND(name) REAL_VERSION(name, "GLIBC_2.3.2")

EXPORT int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;

	if (!controlled())
		return REAL_COND(pthread_cond_init)(c, attr);
	if (attr) {
		access_read(attr, sizeof *attr, CALLER);
		REAL(pthread_condattr_getclock)(attr, &clock);
	}
	return cond_init(c, clock, CALLER);
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
	return controlled() ? cond_destroy(c, CALLER)
			    : REAL_COND(pthread_cond_destroy)(c);
}

EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	if (controlled())
		return cond_wait(c, m, CALLER);
	early_waits("pthread_cond_wait");
	return REAL_COND(pthread_cond_wait)(c, m);
}

EXPORT int pthread_cond_timedwait(
	pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
	return controlled() ? cond_timedwait(c, m, OWN_CLOCK, until, CALLER)
			    : REAL_COND(pthread_cond_timedwait)(c, m, until);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m,
	clockid_t clock, const struct timespec *until)
{
	if (controlled() && !clock_waits(clock))
		return EINVAL;
	return controlled() ? cond_timedwait(c, m, clock, until, CALLER)
			    : REAL(pthread_cond_clockwait)(c, m, clock, until);
}

EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
	return controlled() ? cond_signal(c, CALLER)
			    : REAL_COND(pthread_cond_signal)(c);
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
	return controlled() ? cond_broadcast(c, CALLER)
			    : REAL_COND(pthread_cond_broadcast)(c);
}
