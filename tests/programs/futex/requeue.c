/* SPDX-License-Identifier: MIT */
/* requeue: one waiter wakes, the other is moved to a second word and wakes
 * there
 *
 * Main requeues when both sleep (the operation says how many it found) and
 * wakes the moved one by the second word.  Either may be the one that wakes.
 *
 * check: --exhaustive
 * verdict: verified
 * native: exits -6
 * states: first=1 first=2
 *
 * Not compared with reality: a kernel may restart a wait that it interrupted,
 * and then on the first word.
 */
#include "futex.h"
#include <limits.h>

static atomic_int from, to, first;

static void *sleep_on_it(void *number)
{
	int none = 0;

	while (futex_wait(&from, 0) != 0)
		;
	atomic_compare_exchange_strong(&first, &none, (int)(intptr_t)number);
	futex_wake(&to, INT_MAX);
	return NULL;
}

int main(void)
{
	pthread_t a = start(sleep_on_it, (void *)1);
	pthread_t b = start(sleep_on_it, (void *)2);
	long found = 0;

	/* First move without waking until both sleep, one here, one there. */
	while (found < 2)
		found += syscall(SYS_futex, &from, FUTEX_CMP_REQUEUE_PRIVATE, 0,
			INT_MAX, &to, 0);
	/* Both sleep on `to` now. */
	assert(syscall(SYS_futex, &to, FUTEX_CMP_REQUEUE_PRIVATE, 1, INT_MAX,
		       &from, 0) == 2);
	/* One runs; the other sleeps on `from`, where this finds it. */
	assert(futex_wake(&from, INT_MAX) == 1);
	finish(a);
	finish(b);
	printf("first=%d\n", atomic_load(&first));
	return 0;
}
