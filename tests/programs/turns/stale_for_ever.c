/* SPDX-License-Identifier: MIT */
/* stale_for_ever: turns that do not come to the exchange do not read anew
 *
 * T1 has read a 1, and waits until what it has read is 0, which it never reads
 * anew.  Whatever x becomes it goes round for ever.
 *
 * check: --exhaustive
 * verdict: bug livelock
 * native: hangs
 *
 * check: --exhaustive --turns erased
 * flags: -O0
 * verdict: bug livelock
 *
 * Only the first turn; the others come to it.
 *
 * check: --exhaustive
 * flags: -DSOMETIMES
 * verdict: verified
 * states: 7
 * native: sc
 */
#include "test.h"

static atomic_int x = 1;

static void *take(void *unused)
{
	int old = atomic_load(&x);
#ifdef SOMETIMES
	volatile int skip = 1;

	while ((old != 0 && skip) ||
		!atomic_compare_exchange_strong(&x, &old, old ? 2 : 7))
		skip = 0;
	if (old)
		atomic_store(&x, 7);
#else
	while (old != 0 || !atomic_compare_exchange_strong(&x, &old, 7))
		sched_yield();
#endif
	return unused;
}

static void *put(void *unused)
{
	int one = 1;

	atomic_compare_exchange_strong(&x, &one, 0);
	return unused;
}

int main(void)
{
	pthread_t t = start(take, NULL), u = start(put, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&x));
	return 0;
}
