/* SPDX-License-Identifier: MIT */
/* c11.c - <threads.h>, over the files of POSIX's functions
 *
 * glibc's own thrd_*, mtx_* and cnd_* reach pthread functions inside libc, past
 * ours; its types have the same layout as the pthread ones.
 */
#include "native/posix/clock.h"
#include "native/posix/cond.h"
#include "native/posix/key.h"
#include "native/posix/mutex.h"
#include "native/posix/once.h"
#include "native/posix/thread_api.h"
#include "native/output.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <threads.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static int answer(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	default:
		return thrd_error;
	}
}

/* --- threads
 * ---------------------------------------------------------------------------
 */

EXPORT int thrd_create(thrd_t *handle, thrd_start_t start, void *arg)
{
	if (!controlled()) {
		real_find_most();
		if (early_here())
			return answer(early_create((uint64_t *)handle, 0,
				(void *(*)(void *))(void *)start, arg, CALLER));
		return REAL(thrd_create)(handle, start, arg);
	}
	/* What the caller finds in the result register as a pointer, thrd_join
	 * takes as an int. */
	return answer(thread_create((uint64_t *)handle, 0,
		(void *(*)(void *))(void *)start, arg, CALLER));
}

static int early_joined(thrd_t handle, int *result)
{
	void *value;
	int rc = answer(early_join(handle, &value));

	if (!rc && result)
		*result = (int)(intptr_t)value;
	return rc;
}

EXPORT int thrd_join(thrd_t handle, int *result)
{
	void *value;
	int rc;

	if (!controlled())
		return early_handle(handle) ? early_joined(handle, result)
					    : REAL(thrd_join)(handle, result);
	rc = thread_join(handle, &value, CALLER);
	if (rc == 0 && result) {
		access_write(result, sizeof *result, CALLER);
		*result = (int)(intptr_t)value;
	}
	return answer(rc);
}

EXPORT int thrd_detach(thrd_t handle)
{
	return controlled()	      ? answer(thread_detach(handle, CALLER))
	       : early_handle(handle) ? answer(early_detach(handle))
				      : REAL(thrd_detach)(handle);
}

EXPORT void thrd_exit(int result)
{
	if (!controlled()) {
		REAL(thrd_exit)(result);
		__builtin_unreachable();
	}
	thread_unwind((void *)(intptr_t)result);
}

EXPORT thrd_t thrd_current(void)
{
	return controlled() ? thread_handle(rt.self) : REAL(thrd_current)();
}

EXPORT int thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

EXPORT int thrd_sleep(const struct timespec *t, struct timespec *left)
{
	if (!controlled())
		return REAL(thrd_sleep)(t, left);
	access_read(t, sizeof *t, CALLER);
	if (!timespec_valid(t) || t->tv_sec < 0)
		return -2;
	return clock_sleep_for(t, left, CALLER) ? -1 : 0;
}

/* --- mutexes
 * -----------------------------------------------------------------------------
 */

EXPORT int mtx_init(mtx_t *m, int type)
{
	int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE
					: PTHREAD_MUTEX_NORMAL;

	if (!controlled())
		return REAL(mtx_init)(m, type);
	mutex_clear(m, kind, CALLER);
	return answer(mutex_init(m, kind, CALLER));
}

EXPORT void mtx_destroy(mtx_t *m)
{
	if (controlled())
		mutex_destroy(m, CALLER);
	else
		REAL(mtx_destroy)(m);
}

EXPORT int mtx_lock(mtx_t *m)
{
	return controlled() ? answer(mutex_lock(m, CALLER)) : REAL(mtx_lock)(m);
}

EXPORT int mtx_trylock(mtx_t *m)
{
	return controlled() ? answer(mutex_trylock(m, CALLER))
			    : REAL(mtx_trylock)(m);
}

EXPORT int mtx_timedlock(mtx_t *m, const struct timespec *until)
{
	return controlled() ? answer(mutex_timedlock(
				      m, CLOCK_REALTIME, until, CALLER))
			    : REAL(mtx_timedlock)(m, until);
}

EXPORT int mtx_unlock(mtx_t *m)
{
	return controlled() ? answer(mutex_unlock(m, CALLER))
			    : REAL(mtx_unlock)(m);
}

/* --- conditions
 * ---------------------------------------------------------------------------
 */

EXPORT int cnd_init(cnd_t *c)
{
	return controlled() ? answer(cond_init(c, CLOCK_REALTIME, CALLER))
			    : REAL(cnd_init)(c);
}

EXPORT void cnd_destroy(cnd_t *c)
{
	if (controlled())
		cond_destroy(c, CALLER);
	else
		REAL(cnd_destroy)(c);
}

EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
	return controlled() ? answer(cond_wait(c, m, CALLER))
			    : REAL(cnd_wait)(c, m);
}

EXPORT int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until)
{
	return controlled() ? answer(cond_timedwait(
				      c, m, CLOCK_REALTIME, until, CALLER))
			    : REAL(cnd_timedwait)(c, m, until);
}

EXPORT int cnd_signal(cnd_t *c)
{
	return controlled() ? answer(cond_signal(c, CALLER))
			    : REAL(cnd_signal)(c);
}

EXPORT int cnd_broadcast(cnd_t *c)
{
	return controlled() ? answer(cond_broadcast(c, CALLER))
			    : REAL(cnd_broadcast)(c);
}

/* --- storage, once
 * -------------------------------------------------------------------------- */

EXPORT int tss_create(tss_t *key, tss_dtor_t destructor)
{
	return controlled() ? answer(key_create(key, destructor, CALLER))
			    : REAL(tss_create)(key, destructor);
}

EXPORT void tss_delete(tss_t key)
{
	if (controlled())
		key_delete(key, CALLER);
	else
		REAL(tss_delete)(key);
}

EXPORT void *tss_get(tss_t key)
{
	return controlled() ? key_get(key, CALLER) : REAL(tss_get)(key);
}

EXPORT int tss_set(tss_t key, void *value)
{
	return controlled() ? answer(key_set(key, value, CALLER))
			    : REAL(tss_set)(key, value);
}

EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
	if (controlled())
		once_run((int *)flag, routine, CALLER);
	else
		REAL(call_once)(flag, routine);
}
