/* SPDX-License-Identifier: MIT */
/* sema.c - a semaphore: a count under the one lock */
#include "central/scheduler.h"

#include "thr.h"

void sema_init(struct sema *s, int count)
{
	*s = (struct sema){.count = count};
}

void sema_down(struct sema *s)
{
	sched_lock();
#ifdef BUG_SEM_IF
	if (s->count == 0) {
#else
	while (s->count == 0) {
#endif
		s->waiting++;
		sched_sleep(s);
		s->waiting--;
	}
	s->count--;
	sched_unlock();
}

void sema_up(struct sema *s)
{
#ifdef BUG_SEM_UP_PEEKS
	int waiting = s->waiting;

	sched_lock();
#else
	sched_lock();
	int waiting = s->waiting;
#endif
	s->count++;
	if (waiting)
		sched_wake(s, 1);
	sched_unlock();
}
