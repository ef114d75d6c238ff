/* SPDX-License-Identifier: MIT */
/* thread_api.c - pthread_create, join, detach, exit, self, equal */
#include "native/fails.h"
#include "native/footprint.h"
#include "native/posix/thread_api.h"
#include "native/posix/cancel.h"
#include "native/posix/clock.h"
#include "native/posix/priority.h"
#include "native/sched.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/output.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* The test's memory has no guards, and may be too small for what the hooks do
 * on top of the test's frames: only its size is taken. */
static bool own_stack(const pthread_attr_t *attr)
{
	void *low = 0;
	size_t size = 0;

	/* Without a stack glibc answers 0 - size: no address of memory. */
	return REAL(pthread_attr_getstack)(attr, &low, &size) == 0 && size &&
	       (uint64_t)low < 1ull << 47;
}

int thread_create(uint64_t *handle, const pthread_attr_t *attr,
	void *(*start)(void *), void *arg, uint64_t pc)
{
	size_t size = rt.stack_size;
	int detached = PTHREAD_CREATE_JOINABLE;
	struct thread *t;
	int error = fails(FAILING_pthread_create, pc);

	if (attr) {
		access_read(attr, sizeof *attr, pc);
		REAL(pthread_attr_getstacksize)(attr, &size);
		REAL(pthread_attr_getdetachstate)(attr, &detached);
		if (own_stack(attr))
			caveat(CAVEAT_own_stack, "pthread_create");
	}
	if (size > LARGE_MAX)
		run_error(ERR_UNSUPPORTED, pc,
			"a thread with a stack of %zu MiB: scarp supports "
			"%llu" SC(502),
			size >> 20, LARGE_MAX >> 20);
	if (error)
		return error;
	sched_point(OP_thread_create, 0, 0, pc);
	if (unlikely(rt.world.gone)) /* natively it may get that one's handle */
		caveat(CAVEAT_no_handle_reuse, "pthread_create");
	spin_abandon();
	/* Stored before the thread is there, as glibc does: the thread may
	 * look.
	 */
	access_write(handle, sizeof *handle, pc);
	t = thread_make(rt.self->id, start, arg, (size + 4095) & ~4095ull, pc);
	t->detached = detached == PTHREAD_CREATE_DETACHED;
	*handle = thread_handle(t);
	priority_inherit(t, rt.self);
	hb_fork(t);
	trace_other(t->id);
	if (unlikely(rt.study))
		sched_start_now(t);
	return 0;
}

static void offer_join(struct thread *self, struct pending *p)
{
	struct thread *t = thread_of((tid)p->object);

	bool over = t->state == THREAD_ENDED || t->detached ||
		    t->state == THREAD_FREE;

	/* glibc asks only where it has to wait. */
	if (over || !offer_cancel(self, p))
		offer_success(p, over);
}

static void offer_timedjoin(struct thread *self, struct pending *p)
{
	struct thread *t = thread_of((tid)p->object);

	bool over = t->state == THREAD_ENDED;

	if (over || !offer_cancel(self, p))
		offer_timed(p, over);
}

/* Exit can be seen by whoever asks without waiting: it must be a point, from
 * the next execution on (see points.c). */
static void exits_matter(uint32_t why)
{
	if ((rt.channel->exits & why) != why) {
		rt.channel->exits |= why;
		rt.points_grew = 1;
	}
}

void exit_is_seen(void)
{
	exits_matter(EXITS_SEEN);
}

void exits_are_ordered(void)
{
	exits_matter(EXITS_POINTS);
}

void cancels_are_seen(void)
{
	exits_matter(EXITS_ASKED);
}

void sleeps_are_seen(void)
{
	exits_matter(EXITS_INTERRUPTED);
}

bool thread_lives(const struct thread *t, uint64_t pc)
{
	if (t == rt.self)
		return true;
	exit_is_seen();
	sched_point(OP_thread_testcancel, t->id, 0, pc);
	spin_object((void *)(uintptr_t)&t->state, sizeof t->state, false);
	return t->state == THREAD_LIVE;
}

struct thread *thread_named(uint64_t handle, const char *call, uint64_t pc)
{
	struct thread *t = thread_by_handle(handle);

	if (!t)
		bug(BUG_join_error, pc, 0,
			"%s of a thread that does not exist (never created, "
			"joined before, or detached and ended)",
			call);
	return t;
}

bool handle_lives(uint64_t handle, const char *call, uint64_t pc)
{
	bool lives = thread_lives(thread_named(handle, call, pc), pc);

	thread_named(handle, call, pc); /* others may have joined it */
	return lives;
}

static struct thread *joinable(uint64_t handle, uint64_t pc)
{
	struct thread *t = thread_named(handle, "join or detach", pc);

	if (t->detached)
		bug(BUG_join_error, pc, 0,
			"join or detach of thread T%u, which is detached",
			t->id);
	return t;
}

static int joined(struct thread *t, void **result, uint64_t pc)
{
	trace_other(t->id);
	hb_join(t);
	if (result) {
		access_write(result, sizeof *result, pc);
		*result = t->result;
	}
	thread_touch(t);
	shared_write(t);
	t->state = THREAD_FREE;
	rt.world.gone = 1;
	return 0;
}

static struct thread *to_join(uint64_t handle, uint64_t pc)
{
	struct thread *t = joinable(handle, pc);

	if (t->joined && t != rt.self) /* glibc looks for that one first */
		bug(BUG_join_error, pc, 0,
			"thread T%u is joined by two threads", t->id);
	return t;
}

/* That glibc sees; that two threads join each other it does not (2.36), and
 * both wait for ever.  Who was asked to end ends instead. */
static bool joins_itself(struct thread *t)
{
	return t == rt.self && !cancel_due(t);
}

int thread_join(uint64_t handle, void **result, uint64_t pc)
{
	struct thread *t = to_join(handle, pc);

	if (joins_itself(t))
		return EDEADLK;
	if (cancel_due(rt.self)) /* t has ended, or is to be waited for */
		exit_is_seen();
	thread_touch(t);
	t->joined = 1;
	if (sched_point(OP_thread_join, t->id, 0, pc) == CANCELLED) {
		thread_touch(t);
		t->joined = 0;
		cancel_act();
	}
	return joined(joinable(handle, pc), result, pc);
}

static int thread_tryjoin(uint64_t handle, void **result, uint64_t pc)
{
	struct thread *t = to_join(handle, pc);

	exit_is_seen();
	sched_point(OP_thread_tryjoin, t->id, 0, pc);
	t = to_join(handle, pc);
	if (t->state != THREAD_ENDED) {
		spin_object(&t->state, sizeof t->state, false);
		trace_result(EBUSY);
		return EBUSY;
	}
	return joined(t, result, pc);
}

static int thread_timedjoin(uint64_t handle, void **result, clockid_t clock,
	const struct timespec *until, uint64_t pc)
{
	struct thread *t = to_join(handle, pc);

	if (!until)
		return thread_join(handle, result, pc);
	access_read(until, sizeof *until, pc);
	/* glibc looks at no time, and asks the kernel again and again. */
	if (!timespec_valid(until))
		return thread_join(handle, result, pc);
	if (joins_itself(t))
		return EDEADLK;
	exit_is_seen();
	/* It comes before or after somebody who detaches the thread. */
	sched_point(OP_thread_tryjoin, t->id, 0, pc);
	to_join(handle, pc);
	switch (sched_point(OP_thread_timedjoin, t->id, 0, pc)) {
	case CANCELLED:
		cancel_act();
	case 0:
		return joined(to_join(handle, pc), result, pc);
	}
	spin_object(&t->state, sizeof t->state, false);
	clock_reach(clock_deadline(clock, until));
	trace_result(ETIMEDOUT);
	return ETIMEDOUT;
}

int thread_detach(uint64_t handle, uint64_t pc)
{
	struct thread *t = joinable(handle, pc);

	sched_point(OP_thread_detach, t->id, 0, pc);
	t = joinable(handle, pc);
	thread_touch(t);
	spin_object(&t->detached, sizeof t->detached, true);
	t->detached = 1;
	if (t->state == THREAD_ENDED) {
		t->state = THREAD_FREE;
		rt.world.gone = 1;
	}
	return 0;
}

void thread_api_register(void)
{
	offer_of[OP_thread_join] = offer_join;
	offer_of[OP_thread_timedjoin] = offer_timedjoin;
}

/* --- the C library's names
 * ---------------------------------------------------- */

EXPORT int pthread_create(pthread_t *handle, const pthread_attr_t *attr,
	void *(*start)(void *), void *arg)
{
	if (controlled())
		return thread_create(
			(uint64_t *)handle, attr, start, arg, CALLER);
	real_find_most();
	if (early_here())
		return early_create(
			(uint64_t *)handle, attr, start, arg, CALLER);
	return REAL(pthread_create)(handle, attr, start, arg);
}

EXPORT int pthread_join(pthread_t handle, void **result)
{
	if (controlled())
		return thread_join(handle, result, CALLER);
	return early_handle(handle) ? early_join(handle, result)
				    : REAL(pthread_join)(handle, result);
}

EXPORT int pthread_tryjoin_np(pthread_t handle, void **result)
{
	return controlled() ? thread_tryjoin(handle, result, CALLER)
			    : REAL(pthread_tryjoin_np)(handle, result);
}

EXPORT int pthread_timedjoin_np(
	pthread_t handle, void **result, const struct timespec *until)
{
	return controlled() ? thread_timedjoin(handle, result, CLOCK_REALTIME,
				      until, CALLER)
			    : REAL(pthread_timedjoin_np)(handle, result, until);
}

EXPORT int pthread_clockjoin_np(pthread_t handle, void **result,
	clockid_t clock, const struct timespec *until)
{
	return controlled()
		       ? thread_timedjoin(handle, result, clock, until, CALLER)
		       : REAL(pthread_clockjoin_np)(
				 handle, result, clock, until);
}

EXPORT int pthread_detach(pthread_t handle)
{
	if (controlled())
		return thread_detach(handle, CALLER);
	return early_handle(handle) ? early_detach(handle)
				    : REAL(pthread_detach)(handle);
}

EXPORT pthread_t pthread_self(void)
{
	return controlled() ? thread_handle(rt.self) : REAL(pthread_self)();
}

EXPORT int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

EXPORT void pthread_exit(void *result)
{
	if (!controlled()) {
		REAL(pthread_exit)(result);
		__builtin_unreachable();
	}
	thread_unwind(result);
}

EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t *attr)
{
	struct thread *t;

	if (!controlled())
		return REAL(pthread_getattr_np)(handle, attr);
	t = thread_named(handle, "pthread_getattr_np", CALLER);
	sched_point(OP_thread_testcancel, t->id, 0, CALLER);
	t = thread_named(handle, "pthread_getattr_np", CALLER);
	spin_object(&t->detached, sizeof t->detached, false);
	access_write(attr, sizeof *attr, CALLER);
	REAL(pthread_attr_init)(attr);
	REAL(pthread_attr_setstack)(attr, t->stack_low, t->stack_size);
	REAL(pthread_attr_setdetachstate)
	(attr, t->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	return 0;
}
