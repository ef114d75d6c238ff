/* SPDX-License-Identifier: MIT */
/* scheduler.c - a lock that spins, then yields; and a table of threads, some
 * asleep
 */
#include "central/scheduler.h"

#include "kernel.h"

#include <stdbool.h>

enum {
	SPINS = 2
};

struct thread *sched_threads[THREADS];
_Thread_local struct thread *sched_self;

static _Atomic int taken;

static bool try_lock(void)
{
#ifdef BUG_SPIN_TORN
	volatile int *plain = (volatile int *)&taken;

	if (*plain)
		return false;
	*plain = 1;
	return true;
#else
	return atomic_exchange(&taken, 1) == 0;
#endif
}

void sched_lock(void)
{
#ifdef BUG_SPIN_GIVES_UP
	for (int patience = 2; patience > 0; patience--) {
#else
	for (;;) {
#endif
		for (int i = 0; i < SPINS; i++)
			if (try_lock())
				return;
		kernel_yield();
	}
}

void sched_unlock(void)
{
	taken = 0;
}

void sched_wait(void)
{
#ifdef BUG_SIGNAL_OUTSIDE
	while (sched_self->state == ASLEEP && sched_self->channel)
		kernel_yield();
#else
	while (sched_self->state == ASLEEP)
		kernel_yield();
#endif
}

void sched_sleep(const void *channel)
{
#ifdef BUG_SLEEP_UNLOCKS_FIRST
	sched_unlock();
	sched_self->channel = channel;
	sched_self->state = ASLEEP;
#else
	sched_self->channel = channel;
	sched_self->state = ASLEEP;
	sched_unlock();
#endif
	sched_wait();
	sched_lock();
}

static bool sleeps_on(const struct thread *t, const void *channel)
{
#ifdef BUG_WAKE_STALE_CHANNEL
	return t && t->channel == channel;
#else
	return t && t->state == ASLEEP && t->channel == channel;
#endif
}

void sched_wake(const void *channel, int threads)
{
	for (int i = 0; i < THREADS && threads > 0; i++)
		if (sleeps_on(sched_threads[i], channel)) {
			sched_threads[i]->state = RUNNING;
			threads--;
		}
}
