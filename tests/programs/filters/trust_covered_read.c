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
 */
#include "test.h"

static int x, seen;

static __attribute__((noinline)) void again(void)
{
	x = 2;
}

static void *get(void *unused)
{
	seen = x;
	again();
	return NULL;
}

static void *set(void *unused)
{
	x = 3;
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
