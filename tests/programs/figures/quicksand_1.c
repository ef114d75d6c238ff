/* SPDX-License-Identifier: MIT */
/* quicksand_1: an increment under a mutex, and one by atomic additions; an
 * assertion fails if one addition gets lost (Blum and Gibson: Stateless model
 * checking with data-race preemption points, 2016, figure 1)
 *
 * Two preemptions are needed, each before an instruction that races: L6 and L8.
 * Of the five pairs the paper names those with L6 take part in the failure: T1
 * is kept from it.  Those with L2 do nothing: the value that is read there
 * matters only if T1 is stopped later.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug assertion
 * bugs: 1
 * pair: read L2, atomic write L3, both, benign here
 * pair: read L2, atomic write L5, both, benign here
 * pair: write L6, atomic write L3, both, failing
 * pair: write L6, atomic write L5, both, failing
 * pair: write L6, read L8, both, failing
 *
 * It is found by default, and when it is, the same pairs have failed; no job
 * has come to its end, so nothing can be said of the others.
 *
 * check:
 * verdict: bug assertion
 * replays: 1
 * says: data races
 *
 * check: --strategy ipb --bound 2
 * verdict: bug assertion
 *
 * Not with one preemption, and not with those between operations.
 *
 * check: --strategy ipb --bound 1
 * verdict: partial
 * holes: bound
 * races: some
 * exit: 0
 *
 * check: --strategy dfs --points sync
 * verdict: partial
 * holes: points_left_out
 * pair: read L2, atomic write L3, both, unclassified
 * pair: read L2, atomic write L5, both, unclassified
 * pair: write L6, atomic write L3, both, unclassified
 * pair: write L6, atomic write L5, both, unclassified
 * pair: write L6, read L8, both, unclassified
 * exit: 0
 */
#include "test.h"

#include <sched.h>

static volatile int x;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused)
{
	int tmp;

	pthread_mutex_lock(&mx);
	tmp = x;     /* L2 */
	x = tmp + 1; /* L6 */
	pthread_mutex_unlock(&mx);
	return NULL;
}

static void *second(void *unused)
{
	int seen;

	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* L3 */
	sched_yield();
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); /* L5 */
	seen = x;				     /* L8 */
	assert(seen >= 2);			     /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	return 0;
}
