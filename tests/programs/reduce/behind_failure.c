/* SPDX-License-Identifier: MIT */
/* behind_failure: an atomic load behind the end of what it reads fails; before
 * it, it is another execution, in which more goes wrong
 *
 * Freeing a block and leaving a frame are no operations, so nothing but the
 * failure says that the load belongs on either side.  By hand: the load
 * fails; or it comes first, and the store does, too, before main looks (the
 * assertion fails); or it comes first alone.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DFREED
 * verdict: bug use_after_free assertion
 * bugs: 2
 *
 * check: --exhaustive --stop-after 0
 * flags: -DLEFT
 * verdict: bug use_after_return assertion
 * bugs: 2
 *
 * check: --exhaustive --stop-after 0
 * flags: -DENDED
 * verdict: bug use_after_return assertion
 * bugs: 2
 */
#include "test.h"

static _Atomic(atomic_int *) where;
static atomic_int looked;

static void *look(void *at)
{
	atomic_int *n = at ? at : atomic_load(&where);

	if (!n)
		return NULL;
	(void)atomic_load(n); /* BUG */
	atomic_store(&looked, 1);
	return NULL;
}

#if defined(FREED)
static void end_before_it_looks(void)
{
	atomic_int *n = calloc(1, sizeof *n);

	(void)start(look, n);
	sched_yield();
	free(n);
}
#elif defined(LEFT)
static __attribute__((noinline)) void end_before_it_looks(void)
{
	atomic_int n = 0;

	(void)start(look, &n);
	sched_yield();
}
#else
static void *own(void *unused)
{
	atomic_int n = 0;

	atomic_store(&where, &n);
	sched_yield();
	return unused;
}

static void end_before_it_looks(void)
{
	pthread_t t = start(own, NULL);

	(void)start(look, NULL);
	finish(t);
}
#endif

int main(void)
{
	end_before_it_looks();
	sched_yield();
	assert(!atomic_load(&looked)); /* BUG */
	exit(0);
}
