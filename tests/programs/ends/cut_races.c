/* SPDX-License-Identifier: MIT */
/* cut_races: what an execution might have shown behind the place where it was
 * cut, others show: each way for a loop to end is met, with each reduction
 *
 * There are five decisions besides the looks at the flag.  So with N steps
 * there are N - 5 executions that end, by how many looks come before the
 * store.  The first that is made is none of them.
 *
 * check: --exhaustive --reduce none --max-steps 20
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * executions: 15
 *
 * check: --exhaustive --reduce source --max-steps 20
 * verdict: partial
 * exit: 0
 * executions: 15
 *
 * check: --exhaustive --reduce optimal --max-steps 20
 * verdict: partial
 * exit: 0
 * executions: 15
 *
 * check: --exhaustive --reduce classic-sleep --max-steps 20
 * verdict: partial
 * exit: 0
 * executions: 15
 *
 * Behind ten steps that the loop does not depend on: fifteen decisions besides
 * the looks.
 *
 * check: --exhaustive --reduce optimal --max-steps 20
 * flags: -DBEFORE=10
 * verdict: partial
 * exit: 0
 * executions: 5
 *
 * A failure is not hidden behind what was cut.
 *
 * check: --exhaustive --max-steps 300
 * flags: -DFAILS
 * verdict: bug assertion
 */
#include "test.h"

#include <assert.h>

#ifndef BEFORE
#define BEFORE 0
#endif

static atomic_int stop, other;
static volatile int turns;

static void *wait(void *unused)
{
	while (!atomic_load(&stop))
		turns++;
	return unused;
}

static void *end(void *unused)
{
	for (int i = 0; i < BEFORE; i++)
		atomic_fetch_add(&other, 1);
	atomic_store(&stop, 1);
#ifdef FAILS
	assert(0); /* BUG */
#endif
	return unused;
}

int main(void)
{
	pthread_t a = start(wait, NULL), b = start(end, NULL);

	finish(a);
	finish(b);
	return 0;
}
