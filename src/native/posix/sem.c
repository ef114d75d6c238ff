/* SPDX-License-Identifier: MIT */
/* sem.c - semaphores; sem_named.c makes those that have names
 *
 * object: a = value, type = 1 when destroyed, left = the value in the test's
 * memory: life.h.
 */
#include "native/footprint.h"
#include "native/life.h"
#include "native/posix/anchor.h"
#include "native/posix/cancel.h"
#include "native/posix/clock.h"
#include "native/posix/interrupted.h"
#include "native/spin.h"
#include "native/threads/early.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	SEM_DESTROYED = 1
};

static struct object *sem_of(const sem_t *s, uint64_t pc)
{
	bool fresh;
	struct object *o = life_get((uint64_t)s, OBJECT_SEM, &fresh, pc);
	uint32_t value;

	memcpy(&value, s, sizeof value);
	if (unlikely(fresh || value != o->left)) {
		if (!fresh)
			o = life_begin(o);
		o->a = o->left = value;
		o->type = value == LIFE_DESTROYED ? SEM_DESTROYED : 0;
	}
	if (unlikely(o->type == SEM_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)s,
			"use of a destroyed semaphore");
	return o;
}

/* More than 0: nobody has to wait; also where waiting is an error.  What a
 * plain write ended is in memory. */
static uint32_t units(uint64_t address)
{
	const struct object *o = object_find(address);
	uint32_t value;

	if (o)
		return o->kind != OBJECT_SEM || o->type == SEM_DESTROYED ? 1
									 : o->a;
	memcpy(&value, (void *)address, sizeof value);
	return value;
}

static void offer_wait(struct thread *t, struct pending *p)
{
	p->level = units(p->object);
	if (!offer_cancel(t, p))
		offer_success(p, p->level > 0);
}

/* In scratch: sem_clockwait asks only where it has to wait. */
static void offer_timedwait(struct thread *t, struct pending *p)
{
	bool over = units(p->object) > 0;

	if ((over && t->scratch[0]) || !offer_cancel(t, p))
		offer_timed(p, over);
}

static void take(struct object *o, uint64_t pc)
{
	object_touch(o);
	life_used(o, pc);
	spin_object(&o->a, sizeof o->a, true);
	o->a--;
	life_changed(o);
	life_stored(o);
	hb_acquire(o);
}

static int failed(int error)
{
	trace_result((uint64_t)error);
	errno = error;
	return -1;
}

static int sem_take(sem_t *s, uint64_t pc)
{
	struct object *o = sem_of(s, pc);

	if (!o->a)
		life_stored(o); /* that it waits */
	for (;;)
		switch (sched_point(OP_sem_wait, (uint64_t)s, 0, pc)) {
		case CANCELLED:
			cancel_act();
		case SIGNAL_ENDS:
			sem_of(s, pc);
			if (signal_ends_call(true, pc))
				return failed(EINTR);
			continue;
		default:
			take(sem_of(s, pc), pc);
			return 0;
		}
}

static int sem_take_timed(sem_t *s, clockid_t clock,
	const struct timespec *until, bool by_clock, uint64_t pc)
{
	struct object *o;

	access_read(until, sizeof *until, pc);
	if (!timespec_valid(until))
		return failed(EINVAL);
	sem_of(s, pc);
again:
	thread_touch(rt.self);
	rt.self->scratch[0] = by_clock;
	switch (sched_point(OP_sem_timedwait, (uint64_t)s, 0, pc)) {
	case CANCELLED:
		cancel_act();
	case SIGNAL_ENDS:
		if (signal_ends_call(false, pc))
			return failed(EINTR);
		goto again;
	case 0:
		take(sem_of(s, pc), pc);
		trace_result(0);
		return 0;
	}
	o = sem_of(s, pc);
	spin_object(&o->a, sizeof o->a, false);
	clock_reach(clock_deadline(clock, until));
	life_stored(o); /* that it waits */
	return failed(ETIMEDOUT);
}

static int sem_try(sem_t *s, uint64_t pc)
{
	struct object *o;

	sched_point(OP_sem_trywait, (uint64_t)s, 0, pc);
	o = sem_of(s, pc);
	if (o->a == 0) {
		spin_object(&o->a, sizeof o->a, false);
		return failed(EAGAIN);
	}
	take(o, pc);
	trace_result(0);
	return 0;
}

static int sem_give(sem_t *s, uint64_t pc)
{
	struct object *o;

	sched_point(OP_sem_post, (uint64_t)s, 0, pc);
	anchor_not_here();
	o = sem_of(s, pc);
	if (o->a == SEM_VALUE_MAX) {
		footprint_plain(o->address);
		return failed(EOVERFLOW);
	}
	object_touch(o);
	if (o->a >= SEM_VALUE_MAX - 1)
		footprint_plain(o->address);
	spin_object(&o->a, sizeof o->a, true);
	o->a++;
	life_changed(o);
	life_stored(o);
	o->pc = pc;
	hb_release(o);
	return 0;
}

/* Who waits for a unit that is not there; TID_NONE: nobody. */
static tid waiter_of(const struct object *o)
{
	for (tid i = 0; i < rt.world.threads && !o->a; i++) {
		struct pending *p = &rt.pending[i];

		if (p->live && p->object == o->address &&
			(p->kind == OP_sem_wait || p->kind == OP_sem_timedwait))
			return i;
	}
	return TID_NONE;
}

static void idle_or_bug(const struct object *o, const char *what, uint64_t pc)
{
	tid t;

	if (!o || o->kind != OBJECT_SEM || o->type == SEM_DESTROYED)
		return;
	t = waiter_of(o);
	if (t != TID_NONE)
		bug(BUG_destroy_busy, pc, o->address,
			"%s of a semaphore for which thread T%u waits", what,
			t);
}

void sem_register(void)
{
	offer_of[OP_sem_wait] = offer_wait;
	offer_of[OP_sem_timedwait] = offer_timedwait;
}

/* --- the C library's names
 * -------------------------------------------------------- */

EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
	if (!controlled())
		return REAL(sem_init)(s, shared, value);
	if (value > SEM_VALUE_MAX)
		return failed(EINVAL);
	access_plain((uint64_t)s, sizeof *s, ACC_WRITE | ACC_OBJECT, CALLER);
	memset(s, 0, sizeof *s);
	memcpy(s, &value, sizeof value);
	sched_point(OP_sem_init, (uint64_t)s, 0, CALLER);
	idle_or_bug(object_find((uint64_t)s), "init", CALLER);
	object_drop((uint64_t)s);
	sem_of(s, CALLER);
	return 0;
}

EXPORT int sem_destroy(sem_t *s)
{
	struct object *o;

	if (!controlled())
		return REAL(sem_destroy)(s);
	sched_point(OP_sem_destroy, (uint64_t)s, 0, CALLER);
	o = sem_of(s, CALLER);
	idle_or_bug(o, "destroy", CALLER);
	object_touch(o);
	life_write(o, 0, LIFE_DESTROYED, CALLER);
	o->type = SEM_DESTROYED;
	return 0;
}

EXPORT int sem_wait(sem_t *s)
{
	if (controlled())
		return sem_take(s, CALLER);
	early_waits("sem_wait");
	return REAL(sem_wait)(s);
}

EXPORT int sem_timedwait(sem_t *s, const struct timespec *until)
{
	return controlled()
		       ? sem_take_timed(s, CLOCK_REALTIME, until, false, CALLER)
		       : REAL(sem_timedwait)(s, until);
}

EXPORT int sem_clockwait(
	sem_t *s, clockid_t clock, const struct timespec *until)
{
	if (controlled() && !clock_waits(clock))
		return failed(EINVAL);
	return controlled() ? sem_take_timed(s, clock, until, true, CALLER)
			    : REAL(sem_clockwait)(s, clock, until);
}

EXPORT int sem_trywait(sem_t *s)
{
	return controlled() ? sem_try(s, CALLER) : REAL(sem_trywait)(s);
}

EXPORT int sem_post(sem_t *s)
{
	return controlled() ? sem_give(s, CALLER) : REAL(sem_post)(s);
}

EXPORT int sem_getvalue(sem_t *s, int *out)
{
	struct object *o;

	if (!controlled())
		return REAL(sem_getvalue)(s, out);
	sched_point(OP_sem_getvalue, (uint64_t)s, 0, CALLER);
	o = sem_of(s, CALLER);
	spin_object(&o->a, sizeof o->a, false);
	trace_value(o->a);
	access_write(out, sizeof *out, CALLER);
	*out = (int)o->a;
	return 0;
}
