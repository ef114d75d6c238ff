/* SPDX-License-Identifier: MIT */
/* attr.c - attribute objects of threads, mutexes, conditions, locks, barriers
 *
 * They are plain memory of the test's, and glibc's own functions do the work;
 * what those read and write is announced before.  Attributes that natively say
 * where or how fast a thread runs are kept and have no effect.
 *
 * Those of a pthread_attr_t that glibc keeps in memory of its own, beside the
 * object (processors, signal mask), are never passed on to it: see the end.
 */
#include "native/rt.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* pthread_X_init, pthread_X_destroy */
#define WHOLE(name, type)                                                      \
	EXPORT int name(type *attr)                                            \
	{                                                                      \
		access_write(attr, sizeof *attr, CALLER);                      \
		return REAL(name)(attr);                                       \
	}

#define SET(name, type, A)                                                     \
	EXPORT int name(type *attr, A value)                                   \
	{                                                                      \
		access_write(attr, sizeof *attr, CALLER);                      \
		return REAL(name)(attr, value);                                \
	}

/* What was read is what is stored: where either races others may run between.
 */
#define GIVE(out, value, pc)                                                   \
	(access_write(out, sizeof *(out), pc), (void)(*(out) = (value)))
#define GET(name, type, A)                                                     \
	EXPORT int name(const type *attr, A *out)                              \
	{                                                                      \
		type from;                                                     \
		A value;                                                       \
		int rc;                                                        \
                                                                               \
		access_read(attr, sizeof *attr, CALLER);                       \
		from = *attr;                                                  \
		rc = REAL(name)(&from, &value);                                \
		if (rc == 0)                                                   \
			GIVE(out, value, CALLER);                              \
		return rc;                                                     \
	}

/* --- threads
 * -------------------------------------------------------------------------
 */

WHOLE(pthread_attr_init, pthread_attr_t)
WHOLE(pthread_attr_destroy, pthread_attr_t)
SET(pthread_attr_setdetachstate, pthread_attr_t, int)
GET(pthread_attr_getdetachstate, pthread_attr_t, int)
SET(pthread_attr_setguardsize, pthread_attr_t, size_t)
GET(pthread_attr_getguardsize, pthread_attr_t, size_t)
SET(pthread_attr_setinheritsched, pthread_attr_t, int)
GET(pthread_attr_getinheritsched, pthread_attr_t, int)
SET(pthread_attr_setschedpolicy, pthread_attr_t, int)
GET(pthread_attr_getschedpolicy, pthread_attr_t, int)
SET(pthread_attr_setscope, pthread_attr_t, int)
GET(pthread_attr_getscope, pthread_attr_t, int)
SET(pthread_attr_setstacksize, pthread_attr_t, size_t)
GET(pthread_attr_getstacksize, pthread_attr_t, size_t)
SET(pthread_attr_setstackaddr, pthread_attr_t, void *)
GET(pthread_attr_getstackaddr, pthread_attr_t, void *)
GET(pthread_attr_getschedparam, pthread_attr_t, struct sched_param)

EXPORT int pthread_attr_setschedparam(
	pthread_attr_t *attr, const struct sched_param *value)
{
	struct sched_param copy;

	access_read(value, sizeof *value, CALLER);
	copy = *value;
	access_write(attr, sizeof *attr, CALLER);
	return REAL(pthread_attr_setschedparam)(attr, &copy);
}

EXPORT int pthread_attr_setstack(pthread_attr_t *attr, void *low, size_t size)
{
	access_write(attr, sizeof *attr, CALLER);
	return REAL(pthread_attr_setstack)(attr, low, size);
}

EXPORT int pthread_attr_getstack(
	const pthread_attr_t *attr, void **low, size_t *size)
{
	pthread_attr_t from;
	void *lowest;
	size_t bytes;
	int rc;

	access_read(attr, sizeof *attr, CALLER);
	from = *attr;
	rc = REAL(pthread_attr_getstack)(&from, &lowest, &bytes);
	if (rc == 0) {
		GIVE(low, lowest, CALLER);
		GIVE(size, bytes, CALLER);
	}
	return rc;
}

EXPORT int pthread_getattr_default_np(pthread_attr_t *attr)
{
	access_write(attr, sizeof *attr, CALLER);
	return REAL(pthread_getattr_default_np)(attr);
}

/* The process's own default, which glibc keeps and nobody would rewind. */
EXPORT int pthread_setattr_default_np(const pthread_attr_t *attr)
{
	if (controlled())
		unsupported("pthread_setattr_default_np", CALLER);
	return REAL(pthread_setattr_default_np)(attr);
}

/* --- mutexes
 * -------------------------------------------------------------------------
 */

WHOLE(pthread_mutexattr_init, pthread_mutexattr_t)
WHOLE(pthread_mutexattr_destroy, pthread_mutexattr_t)
SET(pthread_mutexattr_settype, pthread_mutexattr_t, int)
GET(pthread_mutexattr_gettype, pthread_mutexattr_t, int)
SET(pthread_mutexattr_setpshared, pthread_mutexattr_t, int)
GET(pthread_mutexattr_getpshared, pthread_mutexattr_t, int)
SET(pthread_mutexattr_setprotocol, pthread_mutexattr_t, int)
GET(pthread_mutexattr_getprotocol, pthread_mutexattr_t, int)
SET(pthread_mutexattr_setprioceiling, pthread_mutexattr_t, int)
GET(pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int)
SET(pthread_mutexattr_setrobust, pthread_mutexattr_t, int)
GET(pthread_mutexattr_getrobust, pthread_mutexattr_t, int)

/* --- the others
 * ----------------------------------------------------------------------
 */

WHOLE(pthread_condattr_init, pthread_condattr_t)
WHOLE(pthread_condattr_destroy, pthread_condattr_t)
SET(pthread_condattr_setclock, pthread_condattr_t, clockid_t)
GET(pthread_condattr_getclock, pthread_condattr_t, clockid_t)
SET(pthread_condattr_setpshared, pthread_condattr_t, int)
GET(pthread_condattr_getpshared, pthread_condattr_t, int)

WHOLE(pthread_rwlockattr_init, pthread_rwlockattr_t)
WHOLE(pthread_rwlockattr_destroy, pthread_rwlockattr_t)
SET(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t, int)
GET(pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int)
SET(pthread_rwlockattr_setpshared, pthread_rwlockattr_t, int)
GET(pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int)

WHOLE(pthread_barrierattr_init, pthread_barrierattr_t)
WHOLE(pthread_barrierattr_destroy, pthread_barrierattr_t)
SET(pthread_barrierattr_setpshared, pthread_barrierattr_t, int)
GET(pthread_barrierattr_getpshared, pthread_barrierattr_t, int)

/* --- what glibc would keep beside the object
 * ------------------------------------------------------
 */

/* One processor is all there is (ident.c): asked for, and without effect. */
EXPORT int pthread_attr_setaffinity_np(
	pthread_attr_t *attr, size_t size, const cpu_set_t *set)
{
	if (!controlled())
		return REAL_VERSION(pthread_attr_setaffinity_np, "GLIBC_2.3.4")(
			attr, size, set);
	access_write(attr, sizeof *attr, CALLER);
	if (size)
		access_read(set, size, CALLER);
	return 0;
}

EXPORT int pthread_attr_getaffinity_np(
	const pthread_attr_t *attr, size_t size, cpu_set_t *set)
{
	if (!controlled())
		return REAL_VERSION(pthread_attr_getaffinity_np, "GLIBC_2.3.4")(
			attr, size, set);
	access_read(attr, sizeof *attr, CALLER);
	if (size)
		access_write(set, size, CALLER);
	memset(set, 0xff, size); /* as long as none was asked for */
	return 0;
}

EXPORT int pthread_attr_setsigmask_np(
	pthread_attr_t *attr, const sigset_t *mask)
{
	if (controlled())
		unsupported("pthread_attr_setsigmask_np", CALLER);
	return REAL(pthread_attr_setsigmask_np)(attr, mask);
}

EXPORT int pthread_attr_getsigmask_np(
	const pthread_attr_t *attr, sigset_t *mask)
{
	if (!controlled())
		return REAL(pthread_attr_getsigmask_np)(attr, mask);
	access_read(attr, sizeof *attr, CALLER);
	access_write(mask, sizeof *mask, CALLER);
	memset(mask, 0, sizeof *mask);
	return PTHREAD_ATTR_NO_SIGMASK_NP; /* none was ever set */
}
