/* SPDX-License-Identifier: MIT */
/* found_first: what the first compare and exchange expects is no place to read
 * anew if it is kept, too, or if a turn says that it was not that
 *
 * KEPT: T reads 0 or 1, exchanges when x=1 has come or not; it read 0 and then
 * met 1: 101 0.
 * (IN_REGISTERS: the same, with another builtin.)
 * SAID: 2 1 and 12 1 need a turn in which y was set, after x=1 was met.
 *
 * check: --exhaustive --turns erased
 * flags: -DKEPT
 * verdict: verified
 * states: 1,0 101,0 101,1
 * native: sc
 *
 * check: --exhaustive --turns erased
 * flags: -DKEPT -DIN_REGISTERS
 * verdict: verified
 * states: 1,0 101,0 101,1
 *
 * check: --exhaustive --turns erased
 * flags: -DSAID
 * verdict: verified
 * states: 1,0 11,0 11,1 12,1 2,1
 * native: sc
 */
#include "test.h"

static atomic_int x, y;

#ifdef KEPT
static int first;

static void *take(void *unused)
{
#ifdef IN_REGISTERS
	int old = __atomic_load_n((int *)&x, __ATOMIC_SEQ_CST), kept = old, met;

	while ((met = __sync_val_compare_and_swap((int *)&x, old, old + 100)) !=
		old)
		old = met;
#else
	int old = atomic_load(&x), kept = old;

	while (!atomic_compare_exchange_strong(&x, &old, old + 100))
		;
#endif
	first = kept;
	return unused;
}

static void *put(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}
#define SEEN first
#else
static void *take(void *unused)
{
	int old = atomic_load(&x);

	while (!atomic_compare_exchange_strong(&x, &old, old + 10))
		atomic_store(&y, 1);
	return unused;
}

static void *put(void *unused)
{
	atomic_store(&x, 1);
	if (atomic_load(&y))
		atomic_store(&x, 2);
	return unused;
}
#define SEEN atomic_load(&y)
#endif

int main(void)
{
	pthread_t t = start(take, NULL), u = start(put, NULL);

	finish(t);
	finish(u);
	printf("%d,%d\n", atomic_load(&x), SEEN);
	return 0;
}
