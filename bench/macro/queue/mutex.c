/* SPDX-License-Identifier: MIT */
/* mutex.c - a queue lock whose waiters sleep (J. M. Mellor-Crummey, M. L.
 * Scott, Algorithms for Scalable Synchronization on Shared-Memory
 * Multiprocessors, 1991)
 *
 * The holder's node heads the row; unlocking grants the one behind it.
 */
#include "queue/node.h"

#include "kernel.h"
#include "thr.h"

void mutex_lock(struct mutex *m)
{
	uint32_t n = node_take();
	uint32_t before = atomic_exchange(&m->tail, n);

	if (before) {
		node_link(before, n);
#ifdef BUG_LOCK_RESETS_LATE
		node_reset(n);
#endif
		node_park(n);
	}
	m->holder = n;
}

/* Nobody behind the holder's node n. */
static bool last_leaves(struct mutex *m, uint32_t n)
{
#ifdef BUG_UNLOCK_TORN
	if (m->tail != n)
		return false;
	m->tail = 0;
	return true;
#else
	return atomic_compare_exchange_strong(&m->tail, &n, 0);
#endif
}

void mutex_unlock(struct mutex *m)
{
	uint32_t n = m->holder, next = node_next(n);

#ifdef BUG_UNLOCK_GIVES_NODE_FIRST
	node_give(n);
#endif
	if (!next && !last_leaves(m, n)) {
#ifndef BUG_UNLOCK_IMPATIENT
		/* Somebody is behind us, and about to say who. */
		while (!(next = node_next(n)))
			kernel_yield();
#endif
	}
	if (next)
		node_grant(next);
#ifndef BUG_UNLOCK_GIVES_NODE_FIRST
	node_give(n);
#endif
}
