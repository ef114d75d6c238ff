/* SPDX-License-Identifier: MIT */
/* cond.c - a condition variable: a row of waiters, each granted once */
#include "queue/node.h"

#include "thr.h"

void cond_wait(struct cond *c, struct mutex *m)
{
	uint32_t n = node_take();

#ifdef BUG_COND_UNLOCKS_FIRST
	mutex_unlock(m);
#endif
	mutex_lock(&c->guard);
	row_add(&c->waiters, n);
	mutex_unlock(&c->guard);
#ifndef BUG_COND_UNLOCKS_FIRST
	mutex_unlock(m);
#endif
	node_park(n);
	mutex_lock(m);
	node_give(n);
}

void cond_signal(struct cond *c)
{
	mutex_lock(&c->guard);
	uint32_t n = row_remove(&c->waiters);

	mutex_unlock(&c->guard);
	if (n)
		node_grant(n);
}

void cond_broadcast(struct cond *c)
{
	mutex_lock(&c->guard);
	uint32_t n = c->waiters.first, next;

	c->waiters.first = 0;
	mutex_unlock(&c->guard);
	for (; n; n = next) {
		next = node_next(n);
		node_grant(n);
	}
}
