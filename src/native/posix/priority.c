/* SPDX-License-Identifier: MIT */
/* priority.c - processors and priorities: asked for, kept, and without effect
 *
 * There is one processor, number 0, and one policy; what the kernel would
 * answer to who may not ask for more.  What is kept is rewound: a thread's nice
 * value, which its children begin with, and the level of concurrency.
 *
 * Memory   a row for each thread number; an earlier life's does not count.
 */
#include "native/posix/priority.h"
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/posix/thread_api.h"
#include "native/raw.h"
#include "native/spin.h"
#include "native/state.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	NICE_MOST = 19,
	NICE_LEAST = -20,
	PRIORITIES = 99 /* of real time, from 1 on */
};

static struct row {
	uint64_t life;
	int64_t nice;
} rows[THREADS_MAX];
static int level; /* pthread_setconcurrency */
/* Whose first attempt at a protected mutex was refused: a life + 1. */
static uint64_t refused_once[THREADS_MAX];

static int failed(int error)
{
	errno = error;
	return -1;
}

/* --- which thread
 * ------------------------------------------------------------------------- */

/* As the kernel counts them: 0, the process, or a thread's gettid(). */
static bool known(pid_t id, uint64_t pc)
{
	tid t = (tid)(id - PROCESS_ID);

	return id == 0 || (id >= PROCESS_ID && t < rt.world.threads &&
				  thread_lives(thread_of(t), pc));
}

/* --- processors
 * ---------------------------------------------------------------------------
 */

/* The kernel takes whole words, and gives no more than it has. */
static int get_cpus(size_t size, cpu_set_t *set, uint64_t pc)
{
	if (size < sizeof(long) || size % sizeof(long))
		return EINVAL;
	access_write(set, size, pc);
	memset(set, 0, size);
	CPU_SET_S(0, size, set);
	return 0;
}

static int set_cpus(size_t size, const cpu_set_t *set, uint64_t pc)
{
	if (size)
		access_read(set, size, pc);
	return size && CPU_ISSET_S(0, size, set) ? 0 : EINVAL;
}

EXPORT int pthread_setaffinity_np(
	pthread_t handle, size_t size, const cpu_set_t *set)
{
	if (!controlled())
		return early_handle(handle) ? 0
					    : REAL(pthread_setaffinity_np)(
						      handle, size, set);
	handle_lives(handle, "pthread_setaffinity_np", CALLER);
	return set_cpus(size, set, CALLER);
}

EXPORT int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set)
{
	if (!controlled())
		return REAL(pthread_getaffinity_np)(handle, size, set);
	handle_lives(handle, "pthread_getaffinity_np", CALLER);
	return get_cpus(size, set, CALLER);
}

static int affinity(pid_t id, int error, uint64_t pc)
{
	error = known(id, pc) ? error : ESRCH;
	return error ? failed(error) : 0;
}

EXPORT int sched_setaffinity(pid_t id, size_t size, const cpu_set_t *set)
{
	return controlled() ? affinity(id, set_cpus(size, set, CALLER), CALLER)
			    : REAL(sched_setaffinity)(id, size, set);
}

EXPORT int sched_getaffinity(pid_t id, size_t size, cpu_set_t *set)
{
	return controlled() ? affinity(id, get_cpus(size, set, CALLER), CALLER)
			    : REAL(sched_getaffinity)(id, size, set);
}

/* --- policies
 * -----------------------------------------------------------------------------
 */

static int policy_set(int policy, const struct sched_param *p, uint64_t pc)
{
	bool real_time = policy == SCHED_FIFO || policy == SCHED_RR;
	int priority;

	access_read(p, sizeof *p, pc);
	priority = p->sched_priority;
	if (!real_time && policy != SCHED_OTHER && policy != SCHED_BATCH &&
		policy != SCHED_IDLE)
		return EINVAL;
	if (real_time ? priority < 1 || priority > PRIORITIES : priority != 0)
		return EINVAL;
	if (policy == SCHED_BATCH || policy == SCHED_IDLE) /* anybody may */
		unsupported("scheduling policy SCHED_BATCH or SCHED_IDLE", pc);
	return policy == SCHED_OTHER ? 0 : EPERM;
}

/* The error of a call that returns it; what it asks of the kernel tells errno,
 * too. */
static int refused(int error)
{
	if (error)
		failed(error);
	return error;
}

EXPORT int pthread_setschedparam(
	pthread_t handle, int policy, const struct sched_param *p)
{
	if (!controlled())
		return early_handle(handle)
			       ? 0
			       : REAL(pthread_setschedparam)(handle, policy, p);
	return handle_lives(handle, "pthread_setschedparam", CALLER)
		       ? refused(policy_set(policy, p, CALLER))
		       : ESRCH;
}

EXPORT int pthread_getschedparam(
	pthread_t handle, int *policy, struct sched_param *p)
{
	if (!controlled())
		return REAL(pthread_getschedparam)(handle, policy, p);
	if (!handle_lives(handle, "pthread_getschedparam", CALLER))
		return ESRCH;
	access_write(policy, sizeof *policy, CALLER);
	*policy = SCHED_OTHER;
	access_write(p, sizeof *p, CALLER);
	*p = (struct sched_param){0};
	return 0;
}

EXPORT int pthread_setschedprio(pthread_t handle, int priority)
{
	if (!controlled())
		return early_handle(handle)
			       ? 0
			       : REAL(pthread_setschedprio)(handle, priority);
	if (!handle_lives(handle, "pthread_setschedprio", CALLER))
		return ESRCH;
	return refused(priority ? EINVAL : 0);
}

EXPORT int sched_setscheduler(pid_t id, int policy, const struct sched_param *p)
{
	int error;

	if (!controlled())
		return REAL(sched_setscheduler)(id, policy, p);
	if (id < 0 || policy < 0 || !p)
		return failed(EINVAL);
	error = known(id, CALLER) ? policy_set(policy, p, CALLER) : ESRCH;
	return error ? failed(error) : 0;
}

EXPORT int sched_getscheduler(pid_t id)
{
	if (!controlled())
		return REAL(sched_getscheduler)(id);
	if (!known(id, CALLER))
		return failed(id < 0 ? EINVAL : ESRCH);
	return SCHED_OTHER;
}

/* --- what is kept
 * ------------------------------------------------------------------------- */

EXPORT int pthread_setconcurrency(int to)
{
	if (!controlled())
		return REAL(pthread_setconcurrency)(to);
	if (to < 0)
		return EINVAL;
	STATE_POINT(pthread_setconcurrency, concurrency, CALLER);
	state_value(&level, sizeof level, true);
	undo_save(&level, sizeof level);
	level = to;
	return 0;
}

EXPORT int pthread_getconcurrency(void)
{
	if (!controlled())
		return REAL(pthread_getconcurrency)();
	STATE_POINT(pthread_getconcurrency, concurrency, CALLER);
	state_value(&level, sizeof level, false);
	return level;
}

/* What the process began with. */
static int64_t nice_first(void)
{
	return 20 - raw_syscall(SYS_getpriority, PRIO_PROCESS, 0);
}

static int64_t nice_of(const struct thread *t)
{
	const struct row *r = &rows[t->id];

	return r->life == t->life + 1 ? r->nice : nice_first();
}

static void nice_set(const struct thread *t, int64_t to)
{
	struct row *r = &rows[t->id];

	undo_save(r, sizeof *r);
	*r = (struct row){t->life + 1, to};
}

void priority_inherit(const struct thread *t, const struct thread *creator)
{
	if (rows[creator->id].life == creator->life + 1)
		nice_set(t, nice_of(creator));
}

bool priority_refused(void)
{
	uint64_t *life = &refused_once[rt.self->id];

	if (*life == rt.self->life + 1)
		return false;
	undo_save(life, sizeof *life);
	*life = rt.self->life + 1;
	return true;
}

/* Less is for root alone. */
EXPORT int nice(int increment)
{
	int64_t old, to;

	if (!controlled())
		return REAL(nice)(increment);
	old = nice_of(rt.self);
	to = old + increment;
	to = to > NICE_MOST ? NICE_MOST : to < NICE_LEAST ? NICE_LEAST : to;
	if (to < old && raw_syscall(SYS_geteuid, 0, 0) != 0)
		return failed(EPERM);
	spin_object(&rows[rt.self->id].nice, sizeof(int64_t), true);
	nice_set(rt.self, to);
	return (int)to;
}
