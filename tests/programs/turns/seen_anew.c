/* SPDX-License-Identifier: MIT */
/* seen_anew: what each turn sets anew is no secret here
 *
 * T tells y before it tries.  U, who makes its try fail, and then y 1, may read
 * the 0 of the turn that failed: 0,1.  (All states were counted by hand.)
 *
 * check: --exhaustive --turns auto
 * verdict: verified
 * states: -1,0 -1,1 0,0 0,1 1,1
 * native: sc
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: -1,0 -1,1 0,0 0,1 1,1
 *
 * check: --exhaustive --turns erased -j 2
 * modes: checkpoint
 * verdict: verified
 * states: -1,0 -1,1 0,0 0,1 1,1
 *
 * Nor is it, where the turn itself reads what the last one has set.
 *
 * check: --exhaustive --turns erased
 * flags: -DLAST
 * verdict: verified
 * states: 0,-1 1,-1 1,0 2,-1 2,0 2,1
 * native: sc
 */
#include "test.h"

static atomic_int x, y, told = -1;
static int found;

static void *other(void *unused)
{
	atomic_store(&x, 1);
#ifdef LAST
	atomic_store(&x, 2);
#else
	atomic_store(&y, 1);
	atomic_store(&x, 0);
	found = atomic_load(&told);
#endif
	return unused;
}

int main(void)
{
	pthread_t t = start(other, NULL);
	int old, now;

	do {
#ifdef LAST
		old = atomic_load(&x);
		now = atomic_load(&told);
		atomic_store(&told, old);
#else
		old = 0;
		now = atomic_load(&y);
		atomic_store(&told, now);
#endif
	} while (!atomic_compare_exchange_strong(&x, &old, 10));
	finish(t);
#ifdef LAST
	printf("%d,%d\n", old, now);
#else
	printf("%d,%d\n", found, now);
#endif
	return 0;
}
