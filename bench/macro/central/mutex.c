/* SPDX-License-Identifier: MIT */
/* mutex.c - a mutex and a condition variable: flags under the one lock */
#include "central/scheduler.h"

#include "kernel.h"
#include "thr.h"

/* With the lock of the scheduler held. */
static void take(struct mutex *m)
{
#ifdef BUG_MUTEX_IF
	if (m->held) {
#else
	while (m->held) {
#endif
		m->waiting++;
		sched_sleep(m);
		m->waiting--;
	}
	m->held = 1;
}

static void release(struct mutex *m)
{
	m->held = 0;
	if (m->waiting)
		sched_wake(m, 1);
}

void mutex_lock(struct mutex *m)
{
#ifdef BUG_YIELD_STALE
	int held = m->held;

	while (held)
		kernel_yield();
#endif
	sched_lock();
	take(m);
	sched_unlock();
}

void mutex_unlock(struct mutex *m)
{
#ifdef BUG_UNLOCK_PEEKS
	m->held = 0;
	if (!m->waiting)
		return;
#endif
	sched_lock();
	release(m);
	sched_unlock();
}

void cond_wait(struct cond *c, struct mutex *m)
{
#ifdef BUG_COND_TWO_STEPS
	mutex_unlock(m);
	sched_lock();
#else
	sched_lock();
	release(m);
#endif
	sched_sleep(c);
	take(m);
	sched_unlock();
}

#ifdef BUG_SIGNAL_OUTSIDE
void cond_signal(struct cond *c)
{
	struct thread *found = 0;

	sched_lock();
	for (int i = 0; i < THREADS && !found; i++) {
		struct thread *t = sched_threads[i];

		if (t && t->state == ASLEEP && t->channel == c)
			found = t;
	}
	if (found)
		found->channel = 0;
	sched_unlock();
	if (found)
		found->state = RUNNING;
}
#else
void cond_signal(struct cond *c)
{
	sched_lock();
	sched_wake(c, 1);
	sched_unlock();
}
#endif

void cond_broadcast(struct cond *c)
{
	sched_lock();
	sched_wake(c, ALL);
	sched_unlock();
}
