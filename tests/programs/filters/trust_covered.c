/* SPDX-License-Identifier: MIT */
/* trust_covered: an access that races is not forgotten for a trusted one of the
 * same thread that follows it
 *
 * When the thread that reads comes, both stores were made.  Its read races with
 * the first, which is not trusted; so these two are points, one in each thread:
 * C(3, 1) = 3 executions in the last round.  Nothing lies between the stores.
 *
 * native: prints anything
 * check: --strategy dfs --trust again
 * verdict: partial
 * holes: trusted
 * exit: 0
 * last_round: 3
 * states: 0 2
 * races: some
 */
#include "test.h"

static int x, seen;

static __attribute__((noinline)) void again(void)
{
	x = 2;
}

static void *set(void *unused)
{
	x = 1;
	again();
	return NULL;
}

static void *get(void *unused)
{
	seen = x;
	return NULL;
}

int main(void)
{
	pthread_t t = start(set, NULL), u = start(get, NULL);

	finish(t);
	finish(u);
	printf("%d\n", seen);
	return 0;
}
