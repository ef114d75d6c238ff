/* SPDX-License-Identifier: MIT */
/* trust_covered_read: a read that races is not forgotten for a trusted write of
 * the same thread that follows it
 *
 * When the thread that stores comes, both accesses were made.  Its store races
 * with the read, which is not trusted; so these two are points, one in either
 * thread.  The store comes before the read, behind it, or behind the join of
 * that thread: 3 executions in the last round.
 *
 * native: prints anything
 * check: --strategy dfs --trust again
 * verdict: partial
 * holes: trusted
 * exit: 0
 * last_round: 3
 * states: 0 3
 * races: some
 *
 * So it is where others come after both alone, which nothing orders.
 *
 * check: --strategy dfs --trust again
 * flags: -DAFTER
 * verdict: partial
 * holes: trusted
 * exit: 0
 * pair: atomic read A1, write A2, one, one order
 */
#include "test.h"

static int x, seen;
#ifdef AFTER
static atomic_int done;
#endif

static __attribute__((noinline)) void again(void)
{
#ifdef AFTER
	__atomic_store_n(&x, 2, __ATOMIC_RELAXED);
#else
	x = 2;
#endif
}

static void *get(void *unused)
{
#ifdef AFTER
	seen = __atomic_load_n(&x, __ATOMIC_RELAXED); /* A1 */
#else
	seen = x;
#endif
	again();
#ifdef AFTER
	atomic_store_explicit(&done, 1, memory_order_relaxed);
#endif
	return NULL;
}

static void *set(void *unused)
{
#ifdef AFTER
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		;
#endif
	x = 3; /* A2 */
	return NULL;
}

int main(void)
{
	pthread_t t = start(get, NULL), u = start(set, NULL);

	finish(t);
	finish(u);
	printf("%d\n", seen);
	return 0;
}
