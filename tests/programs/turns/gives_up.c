/* SPDX-License-Identifier: MIT */
/* gives_up: loops that try some times and then do something else, or give way
 * and try again; how often they try is no part of a trace
 *
 * A lock that is taken by trying: who comes first is all there is, whatever the
 * number of tries.  N = 3: in 3! orders.
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000
 * compilers: gcc
 * verdict: verified
 * last_round: 2
 * states: 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=2 -DN=3 -O0
 * verdict: verified
 * last_round: 6
 * states: 3
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DANEW
 * compilers: gcc
 * verdict: verified
 * last_round: 2
 * states: 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DANEW -O0
 * compilers: clang
 * verdict: verified
 * last_round: 2
 * states: 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DBEHIND -O0
 * verdict: verified
 * last_round: 2
 * states: 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=100000
 * compilers: gcc
 * modes: checkpoint
 * verdict: verified
 * last_round: 2
 * states: 2
 *
 * Each thread gets the lock, or gives up while another one has it: of two, one
 * may, and either of them may be it.
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DONCE
 * compilers: gcc
 * verdict: verified
 * last_round: 4
 * states: 1 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DONCE -O0
 * compilers: clang
 * verdict: verified
 * last_round: 4
 * states: 1 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=2 -DONCE -DTWICE
 * verdict: bug assertion
 *
 * With more optimization the first try may have a copy of its own, and traces
 * of its own.  (What clang makes of the loop of tries in a loop is not seen
 * to give up.)
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -DONCE -O2
 * verdict: verified
 * states: 1 2
 *
 * check: --exhaustive --refine none
 * flags: -DTRIES=1000 -O2
 * compilers: gcc
 * verdict: verified
 * states: 2
 *
 * Nobody ever gives the lock back.
 *
 * check: --exhaustive
 * flags: -DTRIES=100 -DKEEPS
 * compilers: gcc
 * verdict: bug livelock
 * native: hangs
 */
#include "test.h"

#include <sched.h>

#ifndef N
#define N 2
#endif

static atomic_int taken, failures;
static int in_turn;

static int try_to(void)
{
#ifdef BEHIND
	int i;

	for (i = 0; i < TRIES; i++)
		if (!atomic_exchange(&taken, 1))
			break;
	return i < TRIES;
#else
	for (int i = 0; i < TRIES; i++)
		if (!atomic_exchange(&taken, 1))
			return 1;
	return 0;
#endif
}

static void lock(void)
{
#ifdef ANEW
	int tries = 0;

	while (atomic_exchange(&taken, 1))
		if (++tries > TRIES) {
			sched_yield();
			tries = 0;
		}
#else
	while (!try_to())
		sched_yield();
#endif
}

static void *body(void *unused)
{
#ifdef ONCE
	if (!try_to()) {
		atomic_fetch_add(&failures, 1);
		return unused;
	}
#else
	lock();
#endif
	in_turn++;
#ifndef KEEPS
	atomic_store(&taken, 0);
#endif
	return unused;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		t[i] = start(body, 0);
	for (int i = 0; i < N; i++)
		finish(t[i]);
#ifdef TWICE
	assert(!failures);
#endif
	assert(in_turn + failures == N);
	printf("%d\n", in_turn);
	return 0;
}
