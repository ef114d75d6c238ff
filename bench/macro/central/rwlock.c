/* SPDX-License-Identifier: MIT */
/* rwlock.c - a lock for readers or one writer: counts under the one lock */
#include "central/scheduler.h"

#include "thr.h"

void rwlock_lock(struct rwlock *l, enum rwlock_mode mode)
{
	sched_lock();
	while (l->writer || (mode == RWLOCK_WRITE && l->readers)) {
		l->waiting++;
		sched_sleep(l);
		l->waiting--;
	}
	if (mode == RWLOCK_WRITE)
		l->writer = 1;
	else
		l->readers++;
	sched_unlock();
}

void rwlock_unlock(struct rwlock *l)
{
	sched_lock();
	if (l->writer)
		l->writer = 0;
	else
		l->readers--;
	if (l->waiting)
		sched_wake(l, ALL);
	sched_unlock();
}

void rwlock_downgrade(struct rwlock *l)
{
#ifdef BUG_DOWNGRADE_PEEKS
	l->readers = 1;
	l->writer = 0;
	if (!l->waiting)
		return;
	sched_lock();
#else
	sched_lock();
	l->readers = 1;
	l->writer = 0;
#endif
#ifndef BUG_DOWNGRADE_WITHOUT_WAKE
	if (l->waiting)
		sched_wake(l, ALL);
#endif
	sched_unlock();
}
