/* SPDX-License-Identifier: MIT */
/* mcs: each waits on a flag of its own, handed over by the one before
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 * verdict: verified
 * states: c=2
 * races: none
 */
#include "lock.h"

struct node {
	_Atomic(struct node *) next;
	atomic_int waits;
};

static _Atomic(struct node *) last;
static __thread struct node mine;

static void lock(void)
{
	struct node *before;

	atomic_store(&mine.next, NULL);
	atomic_store(&mine.waits, 1);
	before = atomic_exchange(&last, &mine);
	if (before) {
		atomic_store(&before->next, &mine);
		while (atomic_load(&mine.waits))
			;
	}
}

static void unlock(void)
{
	struct node *me = &mine;
	struct node *next = atomic_load(&mine.next);

	if (!next) {
		if (atomic_compare_exchange_strong(&last, &me, NULL))
			return;
		while (!(next = atomic_load(&mine.next)))
			;
	}
	atomic_store(&next->waits, 0);
}
