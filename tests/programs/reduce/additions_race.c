/* SPDX-License-Identifier: MIT */
/* additions_race: which additions do not commute, because a race hangs on it
 *
 * ACQ_REL: what comes between the additions of one thread is ordered with what
 * comes between those of the other if all of the one come before; else it is
 * not.
 *
 * FENCE: what one thread wrote is known to the other behind its fence if the
 * addition before that comes second; the additions alone learn nothing.
 * Whoever runs first, in one order there is a race.
 *
 * BEFORE: a fence learns nothing of what comes after it.
 *
 * ORDERED: whoever acquires what a release addition left knows what came
 * before.
 *
 * check: --exhaustive --reduce optimal
 * flags: -DACQ_REL
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce source
 * flags: -DACQ_REL
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce optimal
 * flags: -DFENCE
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce optimal
 * flags: -DFENCE -DREADER_FIRST
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce source
 * flags: -DFENCE
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce source
 * flags: -DFENCE -DREADER_FIRST
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce optimal
 * flags: -DFENCES
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce optimal
 * flags: -DFENCES -DREADER_FIRST
 * verdict: verified
 * races: some
 *
 * check: --strategy dfs --cache hbr
 * flags: -DFENCES
 * verdict: verified
 * races: some
 *
 * check: --strategy dfs --cache hbr
 * flags: -DFENCES -DREADER_FIRST
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --reduce optimal
 * flags: -DBEFORE
 * verdict: verified
 * races: none
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DORDERED
 * verdict: verified
 * races: none
 *
 * check: --exhaustive --reduce none
 * flags: -DORDERED
 * verdict: verified
 * races: none
 */
#include "test.h"

static atomic_int x;
static volatile int data;

#if defined(ACQ_REL)
#define ADD() atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel)
#elif defined(FENCES)
#define ADD() atomic_fetch_add_explicit(&x, 1, memory_order_relaxed)
#else
#define ADD() atomic_fetch_add_explicit(&x, 1, memory_order_release)
#endif

static void *writes(void *unused)
{
#if defined(ACQ_REL)
	ADD();
	data = 1;
#elif defined(FENCE) || defined(ORDERED)
	data = 1;
#elif defined(FENCES)
	data = 1;
	atomic_thread_fence(memory_order_release);
#else
	atomic_thread_fence(memory_order_acquire);
#endif
	ADD();
	return NULL;
}

static void *reads(void *unused)
{
#if defined(BEFORE)
	atomic_thread_fence(memory_order_acquire);
#endif
#if defined(ORDERED)
	if (!atomic_load_explicit(&x, memory_order_acquire))
		return NULL;
#else
	ADD();
#endif
#if defined(FENCE) || defined(FENCES)
	atomic_thread_fence(memory_order_acquire);
#endif
#if !defined(BEFORE)
	(void)data;
#endif
#if defined(ACQ_REL)
	ADD();
#endif
	return NULL;
}

int main(void)
{
	pthread_t t[2];

#if defined(READER_FIRST)
	t[0] = start(reads, NULL);
	t[1] = start(writes, NULL);
#else
	t[0] = start(writes, NULL);
	t[1] = start(reads, NULL);
#endif
	finish(t[0]);
	finish(t[1]);
	return 0;
}
