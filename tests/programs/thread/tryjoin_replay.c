/* SPDX-License-Identifier: MIT */
/* tryjoin_replay: a bug behind a thread that was found ended, and one behind a
 * thread that was found alive; each replays, from its file as well
 *
 * The end of a thread is a decision point from the first pthread_tryjoin_np on,
 * and the bug is in an execution after that one: a replay that does not know
 * takes another step.  (Every bug is replayed before it is reported.)
 *
 * check: --exhaustive --stop-after 0
 * flags: -DRC=0
 * verdict: bug assertion
 * bugs: 1
 * replays: 1
 *
 * check: --exhaustive --stop-after 0
 * flags: -DRC=EBUSY
 * verdict: bug assertion
 * bugs: 1
 * replays: 1
 *
 * check: --strategy random --max-executions 50
 * flags: -DRC=0
 * verdict: bug assertion
 * replays: 1
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	int one = pthread_tryjoin_np(a, NULL);
	int two = pthread_tryjoin_np(b, NULL);

	/* Alive after it has done all that it does, or ended at once. */
	assert(!(one == RC && two == EBUSY && atomic_load(&x) == 2)); /* BUG */
	if (one)
		finish(a);
	if (two)
		finish(b);
	return 0;
}
