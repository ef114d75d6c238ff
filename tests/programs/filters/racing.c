/* SPDX-License-Identifier: MIT */
/* racing: directives hold for racing instructions as for operations
 *
 * Two increments without a lock: with points at their reads and writes there
 * are C(5, 2) = 10 executions in the last round, in some of which one is lost;
 * without, the race is found, and nothing is lost.  bump() is called twice in
 * each thread: C(9, 4) = 126.  Within one of the two calls its accesses are
 * points there alone.  Where all of the test is within, nothing is left out.
 *
 * native: prints anything
 * check: --strategy dfs --within main --within work
 * verdict: verified
 * last_round: 126
 * states: a=1,b=1 a=1,b=2 a=2,b=1 a=2,b=2
 * races: some
 * check: --strategy dfs --without bump
 * verdict: partial
 * holes: filtered
 * exit: 0
 * last_round: 1
 * states: a=2,b=2
 * races: some
 * says: on a (
 * check: --strategy dfs --within first
 * verdict: partial
 * holes: filtered
 * exit: 0
 * last_round: 10
 * states: a=1,b=2 a=2,b=2
 * races: some
 * check: --strategy dfs --without first
 * verdict: partial
 * holes: filtered
 * exit: 0
 * last_round: 10
 * states: a=2,b=1 a=2,b=2
 * races: some
 * check: --without first
 * verdict: partial
 * holes: filtered
 * exit: 0
 * states: a=2,b=1 a=2,b=2
 * races: some
 * check: --strategy dfs --points everywhere --within first
 * verdict: partial
 * holes: filtered
 * exit: 0
 * last_round: 10
 * states: a=1,b=2 a=2,b=2
 * races: some
 */
#include "test.h"

static int a, b;

static __attribute__((noinline)) void bump(int *n)
{
	++*n;
}

static __attribute__((noinline)) void first(void)
{
	bump(&a);
}

static void *work(void *unused)
{
	first();
	bump(&b);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	printf("a=%d,b=%d\n", a, b);
	return 0;
}
