/* SPDX-License-Identifier: MIT */
/* barrier.c - barriers
 *
 * object: the set of threads that have arrived (set.h), c = how many must, d =
 * the number of their round, from 0, modulo 2, type = 1 when destroyed.
 * Arrivals of one round commute; the last one enables all to leave.  Who is
 * told PTHREAD_BARRIER_SERIAL_THREAD is nobody's business (POSIX): here it is
 * the lowest thread, and a caveat says so.
 */
#include "native/footprint.h"
#include "native/life.h"
#include "native/posix/interrupted.h"
#include "native/posix/set.h"
#include "native/spin.h"
#include "native/threads/early.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	BARRIER_DESTROYED = 1
};

/* Of an arrived thread's scratch words: may leave; is the serial thread. */
enum {
	RELEASED,
	SERIAL
};

/* As glibc lays it out. */
struct layout {
	unsigned in, round, count;
	int shared;
	unsigned out;
};

static struct object *barrier_of(const void *b, uint64_t pc)
{
	const struct layout *p = b;
	bool fresh;
	struct object *o = life_get((uint64_t)b, OBJECT_BARRIER, &fresh, pc);

	if (unlikely(fresh || p->count != o->left)) {
		if (!fresh)
			o = life_begin(o);
		o->left = o->c = p->count;
		o->type = o->c == LIFE_DESTROYED ? BARRIER_DESTROYED : 0;
		if (!o->c)
			bug(BUG_bad_object, pc, (uint64_t)b,
				"barrier that was never initialised");
	}
	if (unlikely(o->type == BARRIER_DESTROYED))
		bug(BUG_bad_object, pc, (uint64_t)b,
			"use of a destroyed barrier");
	return o;
}

static void offer_leave(struct thread *t, struct pending *p)
{
	offer_success(p, t->scratch[RELEASED]);
}

static void mark(struct thread *t, bool released, bool serial)
{
	uint64_t *words = t == rt.self ? t->scratch : signal_words(t);

	thread_touch(t);
	words[RELEASED] = released;
	words[SERIAL] = serial;
}

/* All have come: what each knew before, all know after. */
static void release_all(struct object *o)
{
	uint32_t *who = set_words(o);

	caveat(rt.study ? CAVEAT_barrier_nobody : CAVEAT_barrier_serial,
		"%u threads", o->a);
	hb_acquire(o);
	for (uint32_t i = 0; i < o->a; i++) {
		struct thread *t = thread_of((tid)who[i]);

		mark(t, true, i == 0 && !rt.study);
		if (t != rt.self)
			hb_pass(t);
	}
	hb_forget(o);
	set_clear(o);
	o->d ^= 1;
}

static int barrier_wait(void *b, uint64_t pc)
{
	struct object *o;
	bool odd;

	sched_point(OP_barrier_arrive, (uint64_t)b, 0, pc);
	o = barrier_of(b, pc);
	odd = o->d;
	life_used(o, pc);
	life_stored(o);
	mark(rt.self, false, false);
	set_insert(o, rt.self->id);
	footprint_became(
		odd ? OP_barrier_odd : OP_barrier_even, o->c - o->a + 1);
	hb_release(o);
	if (o->a == o->c)
		release_all(o);
	sched_point(odd ? OP_barrier_leave_odd : OP_barrier_leave, (uint64_t)b,
		0, pc);
	trace_result(rt.self->scratch[SERIAL]);
	return rt.self->scratch[SERIAL] ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

static void idle_or_bug(const struct object *o, const char *what, uint64_t pc)
{
	if (o && o->kind == OBJECT_BARRIER && o->type != BARRIER_DESTROYED &&
		o->a)
		bug(BUG_destroy_busy, pc, o->address,
			"%s of a barrier at which thread T%u waits", what,
			set_words(o)[0]);
}

void barrier_register(void)
{
	offer_of[OP_barrier_leave] = offer_of[OP_barrier_leave_odd] =
		offer_leave;
}

/* --- the C library's names
 * ----------------------------------------------------------- */

EXPORT int pthread_barrier_init(
	pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count)
{
	struct object *o;

	if (!controlled())
		return REAL(pthread_barrier_init)(b, attr, count);
	if (count == 0 || count > UINT32_MAX / 2)
		return EINVAL;
	if (attr)
		access_read(attr, sizeof *attr, CALLER);
	access_plain((uint64_t)b, sizeof *b, ACC_WRITE | ACC_OBJECT, CALLER);
	memset(b, 0, sizeof *b);
	((struct layout *)b)->count = count;
	sched_point(OP_barrier_init, (uint64_t)b, 0, CALLER);
	idle_or_bug(object_find((uint64_t)b), "init", CALLER);
	object_drop((uint64_t)b);
	o = object_get((uint64_t)b, OBJECT_BARRIER, 0);
	o->left = o->c = count;
	return 0;
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
	struct object *o;

	if (!controlled())
		return REAL(pthread_barrier_destroy)(b);
	sched_point(OP_barrier_destroy, (uint64_t)b, 0, CALLER);
	o = barrier_of(b, CALLER);
	idle_or_bug(o, "destroy", CALLER);
	object_touch(o);
	life_write(o, offsetof(struct layout, count), LIFE_DESTROYED, CALLER);
	o->type = BARRIER_DESTROYED;
	return 0;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
	if (controlled())
		return barrier_wait(b, CALLER);
	early_waits("pthread_barrier_wait");
	return REAL(pthread_barrier_wait)(b);
}
