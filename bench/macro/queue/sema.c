/* SPDX-License-Identifier: MIT */
/* sema.c - a semaphore that hands each permit to whoever waits longest */
#include "queue/node.h"

#include "thr.h"

void sema_init(struct sema *s, int count)
{
	*s = (struct sema){.count = count};
}

void sema_down(struct sema *s)
{
	mutex_lock(&s->guard);
	if (s->count > 0) {
		s->count--;
		mutex_unlock(&s->guard);
		return;
	}
	uint32_t n = node_take();

	row_add(&s->waiters, n);
	mutex_unlock(&s->guard);
	node_park(n);
#ifndef BUG_SEM_UP_GIVES_NODE
	node_give(n);
#endif
}

void sema_up(struct sema *s)
{
#ifdef BUG_SEM_UP_PEEKS
	if (!s->waiters.first) {
		s->count++;
		return;
	}
#endif
	mutex_lock(&s->guard);
	uint32_t n = row_remove(&s->waiters);

#ifdef BUG_SEM_TWO_PERMITS
	s->count++;
#else
	if (!n)
		s->count++;
#endif
	mutex_unlock(&s->guard);
	if (n)
		node_grant(n);
#ifdef BUG_SEM_UP_GIVES_NODE
	if (n)
		node_give(n);
#endif
}
