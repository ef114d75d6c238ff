/* SPDX-License-Identifier: MIT */
/* once.c - pthread_once, and the static locals of C++
 *
 * object: owner = the thread that initialises now.  "Done" is in the test's own
 * memory, where compiled code looks for it: glibc's value 2 of a
 * pthread_once_t, byte 0 of a guard of the Itanium C++ ABI.
 *
 * An exception, pthread_exit or cancellation that leaves the routine takes it
 * back.  (This file is compiled with -fexceptions for the sake of that.)
 */
#include "native/life.h"
#include "native/memory.h"
#include "native/posix/once.h"
#include "native/races/shadow.h"
#include "native/spin.h"

#include <pthread.h>
#include <unwind.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	ONCE_DONE = 2
};

static void offer_enter(struct thread *t, struct pending *p)
{
	struct object *o = object_find(p->object);

	offer_success(p, !o || o->kind != OBJECT_ONCE || o->owner == TID_NONE);
}

/* The control is an atomic for who looks at it. */
static bool look(void *control, size_t size, unsigned char done, uint64_t pc)
{
	access_record((uint64_t)control, size, ACC_READ | ACC_ATOMIC, pc);
	return memory_value(rt.self, (uint64_t)control, 1) == done;
}

/* True: the caller is to initialise, and then call leave(). */
static bool enter(void *control, size_t size, unsigned char done, uint64_t pc)
{
	struct object *o = object_find((uint64_t)control);

	/* Done before the execution began: there is nothing to be seen.  (The
	 * unwinder asks every time, and may be asking on our behalf.) */
	if (!o && memory_value(rt.self, (uint64_t)control, 1) == done)
		return false;
	o = object_get((uint64_t)control, OBJECT_ONCE, 0);
	if (o->owner == rt.self->id)
		bug(BUG_self_deadlock, pc, o->address,
			"thread T%u initialises once what it is initialising "
			"already",
			rt.self->id);
	/* Who finds it done has loaded, and waits for no store of his own. */
	if (unlikely(rt.late)) {
		sched_point(OP_atomic_load, (uint64_t)control, size, pc);
		o = object_get((uint64_t)control, OBJECT_ONCE, 0);
		if (look(control, size, done, pc)) {
			hb_acquire(o);
			trace_value(done);
			return false;
		}
	}
	sched_point(OP_once_enter, (uint64_t)control, 0, pc);
	o = object_get((uint64_t)control, OBJECT_ONCE, 0);
	hb_acquire(o);
	if (look(control, size, done, pc)) {
		trace_result(0);
		return false;
	}
	object_touch(o);
	life_stored(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = rt.self->id;
	o->pc = pc;
	trace_result(1);
	return true;
}

static void leave(void *control, size_t size, unsigned char value, uint64_t pc)
{
	struct object *o;

	sched_point(OP_once_leave, (uint64_t)control, 0, pc);
	o = object_get((uint64_t)control, OBJECT_ONCE, 0);
	object_touch(o);
	spin_object(&o->owner, sizeof o->owner, true);
	o->owner = TID_NONE;
	if (value) {
		access_record(
			(uint64_t)control, size, ACC_WRITE | ACC_ATOMIC, pc);
		memory_put(control, &value, 1);
	}
	hb_release(o);
}

static _Unwind_Reason_Code nothing(struct _Unwind_Context *context, void *arg)
{
	return _URC_END_OF_STACK;
}

void once_register(void)
{
	_Unwind_Backtrace(nothing, 0); /* whatever it does once is done now */
	offer_of[OP_once_enter] = offer_enter;
}

/* --- pthread_once
 * ------------------------------------------------------------------- */

struct running {
	int *control;
	uint64_t pc;
	bool done;
};

static void stopped(struct running *r)
{
	if (!r->done)
		leave(r->control, sizeof *r->control, 0, r->pc);
}

void once_run(int *control, void (*routine)(void), uint64_t pc)
{
	if (!enter(control, sizeof *control, ONCE_DONE, pc))
		return;
	{
		__attribute__((cleanup(stopped))) struct running r = {
			control, pc, false};

		routine();
		r.done = true;
	}
	leave(control, sizeof *control, ONCE_DONE, pc);
}

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	if (!controlled())
		return REAL(pthread_once)(control, routine);
	once_run(control, routine, CALLER);
	return 0;
}

/* --- static locals of C++
 * ------------------------------------------------------------- */

typedef unsigned char guard[8];

int __cxa_guard_acquire(guard *g);
void __cxa_guard_release(guard *g);
void __cxa_guard_abort(guard *g);

EXPORT int __cxa_guard_acquire(guard *g)
{
	if (!controlled())
		return REAL(__cxa_guard_acquire)(g);
	return enter(g, 1, 1, CALLER);
}

EXPORT void __cxa_guard_release(guard *g)
{
	if (controlled())
		leave(g, 1, 1, CALLER);
	else
		REAL(__cxa_guard_release)(g);
}

EXPORT void __cxa_guard_abort(guard *g)
{
	if (controlled())
		leave(g, 1, 0, CALLER);
	else
		REAL(__cxa_guard_abort)(g);
}
