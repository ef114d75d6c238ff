/* SPDX-License-Identifier: MIT */
/* cond.c - a condition variable: a number of turns, one for each signal
 *
 * A waiter notes the turn while it holds the mutex, and sleeps unless there was
 * another one since.
 */
#include "kernel.h"
#include "thr.h"

#ifdef BUG_COND_SHARED_TURN
static _Atomic uint32_t shared_turn;
#define TURN(c) (&shared_turn)
#else
#define TURN(c) (&(c)->turn)
#endif

void cond_wait(struct cond *c, struct mutex *m)
{
#ifdef BUG_COND_TURN_LATE
	mutex_unlock(m);
	uint32_t turn = *TURN(c);
#else
	uint32_t turn = *TURN(c);

	mutex_unlock(m);
#endif
	(void)c;
	kernel_wait(TURN(c), turn);
	mutex_lock(m);
}

static void next_turn(struct cond *c, int threads)
{
	(void)c;
#ifdef BUG_COND_WAKES_FIRST
	kernel_wake(TURN(c), threads);
	atomic_fetch_add(TURN(c), 1);
#else
#ifndef BUG_COND_SAME_TURN
	atomic_fetch_add(TURN(c), 1);
#endif
	kernel_wake(TURN(c), threads);
#endif
}

void cond_signal(struct cond *c)
{
	next_turn(c, 1);
}

void cond_broadcast(struct cond *c)
{
	next_turn(c, KERNEL_ALL);
}
