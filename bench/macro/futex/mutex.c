/* SPDX-License-Identifier: MIT */
/* mutex.c - a mutex of three states (U. Drepper, Futexes Are Tricky, section 6)
 *
 * Who had to wait cannot know whether others still do, and takes the lock as
 * crowded: one wake-up too many is better than one too few.
 */
#include "kernel.h"
#include "thr.h"

enum {
	FREE,
	HELD,
	CROWDED
};

void mutex_lock(struct mutex *m)
{
	uint32_t seen = FREE;

#ifdef BUG_MUTEX_TORN
	seen = m->word;
	if (seen == FREE)
		m->word = HELD;
#else
	atomic_compare_exchange_strong(&m->word, &seen, HELD);
#endif
	if (seen == FREE)
		return;
	if (seen != CROWDED)
		seen = atomic_exchange(&m->word, CROWDED);
#ifdef BUG_MUTEX_IF
	if (seen != FREE) {
		kernel_wait(&m->word, CROWDED);
		m->word = CROWDED;
	}
#else
	while (seen != FREE) {
		kernel_wait(&m->word, CROWDED);
#ifdef BUG_MUTEX_RETAKEN_AS_HELD
		seen = atomic_exchange(&m->word, HELD);
#else
		seen = atomic_exchange(&m->word, CROWDED);
#endif
	}
#endif
}

void mutex_unlock(struct mutex *m)
{
#ifdef BUG_MUTEX_UNLOCK_TORN
	uint32_t seen = m->word;

	m->word = FREE;
#else
	uint32_t seen = atomic_exchange(&m->word, FREE);
#endif
	if (seen == CROWDED)
		kernel_wake(&m->word, 1);
}
