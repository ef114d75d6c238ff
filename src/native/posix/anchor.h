/* SPDX-License-Identifier: MIT */
/* anchor.h - where a spinning thread must not be made to wait
 *
 * A loop such as `while (!p) pthread_cond_timedwait(&c, &m, &at);` or
 * `while (!p) { unlock(m); lock(m); }` holds a lock but for a moment.  Made to
 * wait (search-rules 8) before the operation that gives the lock back, it would
 * keep out whoever is to change p: a livelock that no real run has.
 */
#ifndef NATIVE_POSIX_ANCHOR_H
#define NATIVE_POSIX_ANCHOR_H

#include "native/spin.h"

/* After the decision point of an operation that gives something back: an
 * iteration does not begin here, but at a later operation of the loop. */
static inline void anchor_not_here(void)
{
	struct spin *s = &rt.self->spin;

	if (unlikely(s->watch) && s->arrivals == 0 && s->entries == 0)
		spin_not_here();
}

#endif
