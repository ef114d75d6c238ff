/* SPDX-License-Identifier: MIT */
/* trust: what a trusted function does, itself or in what it calls, does not
 * race and is no decision point; the same code elsewhere does and is
 *
 * Each thread counts in a trusted function and then elsewhere, both times by
 * bump().  No count is lost in the first; the second is a read and a write of
 * each thread, so the last round has C(5, 2) = 10 executions.  Without trust
 * there are four such operations, C(9, 4) = 126.
 *
 * native: prints anything
 * check: --strategy dfs
 * verdict: verified
 * last_round: 126
 * states: a=1,b=1 a=1,b=2 a=2,b=1 a=2,b=2
 * races: some
 * check: --strategy dfs --trust counted
 * verdict: partial
 * holes: trusted
 * exit: 0
 * last_round: 10
 * states: a=2,b=1 a=2,b=2
 * races: some
 * says: on b (
 * silent: on a (
 * says: (--trust counted)
 * check: --strategy dfs --trust counted --trust elsewhere
 * verdict: partial
 * holes: trusted
 * exit: 0
 * executions: 1
 * states: a=2,b=2
 * races: none
 * check: --strategy dfs --trust counted --without elsewhere
 * verdict: partial
 * holes: trusted filtered
 * exit: 0
 * last_round: 1
 * states: a=2,b=2
 * races: some
 * silent: on a (
 * check: --strategy dfs --trust counted --points sync
 * verdict: partial
 * holes: trusted points_left_out
 * exit: 0
 * last_round: 1
 * states: a=2,b=2
 * races: some
 * silent: on a (
 * check: --trust counted
 * verdict: partial
 * holes: trusted
 * exit: 0
 * states: a=2,b=1 a=2,b=2
 * races: some
 * silent: on a (
 */
#include "test.h"

static int a, b;

static __attribute__((noinline)) void bump(int *n)
{
	++*n;
}

static __attribute__((noinline)) void counted(void)
{
	bump(&a);
}

static __attribute__((noinline)) void elsewhere(void)
{
	bump(&b);
}

static void *work(void *unused)
{
	counted();
	elsewhere();
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
