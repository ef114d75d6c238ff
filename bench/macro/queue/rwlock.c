/* SPDX-License-Identifier: MIT */
/* rwlock.c - a lock for readers or one writer; who leaves lets others in
 *
 * Writers first: a reader that comes while one waits stands behind it.
 */
#include "queue/node.h"

#include "thr.h"

/* Unlocks the guard of `l` when it has taken its place. */
static void wait_in(struct rwlock *l, struct row *r)
{
	uint32_t n = node_take();

	row_add(r, n);
	mutex_unlock(&l->guard);
	node_park(n);
	node_give(n);
}

/* All waiting readers get in; returns the first of them. */
static uint32_t admit_readers(struct rwlock *l)
{
	uint32_t first = l->waiting_readers.first;

	for (uint32_t n = first; n; n = node_next(n))
		l->readers++;
	l->waiting_readers.first = 0;
	return first;
}

static void grant_all(uint32_t n)
{
	for (uint32_t next; n; n = next) {
		next = node_next(n);
		node_grant(n);
	}
}

void rwlock_lock(struct rwlock *l, enum rwlock_mode mode)
{
#ifdef BUG_RW_LOOKS_FIRST
	bool writer = l->writer;

	mutex_lock(&l->guard);
#else
	mutex_lock(&l->guard);
	bool writer = l->writer;
#endif
	if (mode == RWLOCK_READ) {
		if (writer || l->waiting_writers.first) {
			wait_in(l, &l->waiting_readers);
			return;
		}
		l->readers++;
	} else {
		if (writer || l->readers) {
			wait_in(l, &l->waiting_writers);
			return;
		}
		l->writer = true;
	}
	mutex_unlock(&l->guard);
}

void rwlock_unlock(struct rwlock *l)
{
	uint32_t granted = 0;

	mutex_lock(&l->guard);
	if (l->writer)
		l->writer = false;
	else
		l->readers--;
	if (!l->readers) {
		granted = row_remove(&l->waiting_writers);
		if (granted) {
			l->writer = true;
			node_link(granted, 0);
		} else {
			granted = admit_readers(l);
		}
	}
	mutex_unlock(&l->guard);
	grant_all(granted);
}

void rwlock_downgrade(struct rwlock *l)
{
	uint32_t granted = 0;

#ifndef BUG_DOWNGRADE_UNGUARDED
	mutex_lock(&l->guard);
#endif
	l->writer = false;
	l->readers = 1;
#ifndef BUG_DOWNGRADE_FORGETS_READERS
	granted = admit_readers(l);
#endif
#ifndef BUG_DOWNGRADE_UNGUARDED
	mutex_unlock(&l->guard);
#endif
	grant_all(granted);
}
