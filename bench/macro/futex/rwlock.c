/* SPDX-License-Identifier: MIT */
/* rwlock.c - a lock for readers or one writer: one word, and who cannot get in
 * sleeps until it changes */
#include "kernel.h"
#include "thr.h"

#define WRITER UINT32_MAX

void rwlock_lock(struct rwlock *l, enum rwlock_mode mode)
{
	for (;;) {
		uint32_t seen = l->word;

		if (mode == RWLOCK_WRITE ? seen == 0 : seen != WRITER) {
			if (atomic_compare_exchange_strong(&l->word, &seen,
				    mode == RWLOCK_WRITE ? WRITER : seen + 1))
				return;
			continue;
		}
#ifdef BUG_RW_WAITS_FOR_NEWER
		kernel_wait(&l->word, l->word);
#else
		kernel_wait(&l->word, seen);
#endif
	}
}

void rwlock_unlock(struct rwlock *l)
{
	if (l->word == WRITER)
		l->word = 0;
	else if (atomic_fetch_sub(&l->word, 1) != 1)
		return;
	kernel_wake(&l->word, KERNEL_ALL);
}

void rwlock_downgrade(struct rwlock *l)
{
#ifdef BUG_DOWNGRADE_WAKES_FIRST
	kernel_wake(&l->word, KERNEL_ALL);
	l->word = 1;
#else
	l->word = 1;
#ifndef BUG_DOWNGRADE_WITHOUT_WAKE
	kernel_wake(&l->word, KERNEL_ALL);
#endif
#endif
}
