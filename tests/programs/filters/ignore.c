/* SPDX-License-Identifier: MIT */
/* ignore: races on a variable that is named do not count, and its accesses are
 * no decision points, also where the same instruction races on another one
 *
 * Three counters, each counted by both threads by the same function: one of the
 * file, one that is a static of work(), and one byte beside another.  Each that
 * counts is a read and a write of each thread, so with one left the last round
 * has C(5, 2) = 10 executions, with two C(9, 4) = 126.  To ignore the other
 * byte of the pair changes nothing.
 *
 * native: prints anything
 * check: --strategy dfs --ignore hits --ignore work:calls
 * verdict: partial
 * holes: ignored
 * exit: 0
 * last_round: 10
 * states: h=2,c=2,b=1 h=2,c=2,b=2
 * races: some
 * silent: on hits
 * silent: on calls
 * says: (--ignore hits --ignore work:calls)
 * check: --strategy dfs --ignore ignore.c:hits --ignore right
 * verdict: partial
 * holes: ignored
 * exit: 0
 * last_round: 10
 * states: h=2,c=1,b=2 h=2,c=2,b=2
 * races: some
 * check: --strategy dfs --ignore right
 * verdict: partial
 * holes: ignored
 * exit: 0
 * last_round: 126
 * states: h=1,c=1,b=2 h=1,c=2,b=2 h=2,c=1,b=2 h=2,c=2,b=2
 * races: some
 * check: --strategy dfs --ignore left --ignore hits --ignore work:calls
 * verdict: partial
 * holes: ignored
 * exit: 0
 * last_round: 10
 * states: h=2,c=2,b=1 h=2,c=2,b=2
 * races: some
 * check: --strategy dfs --ignore right --ignore hits --ignore work:calls
 * verdict: partial
 * holes: ignored
 * exit: 0
 * executions: 1
 * states: h=2,c=2,b=2
 * races: none
 * check: --ignore hits --ignore work:calls
 * verdict: partial
 * holes: ignored
 * exit: 0
 * states: h=2,c=2,b=1 h=2,c=2,b=2
 * races: some
 */
#include "test.h"

static char hits;
/* Whichever way round the compiler puts them, two lie beside each other. */
static __attribute__((section("pair"), aligned(4))) char other;
static __attribute__((section("pair"))) char left;
static __attribute__((section("pair"))) char right;

static __attribute__((noinline)) void bump(char *n)
{
	++*n;
}

static void *work(void *unused)
{
	static char calls;

	bump(&hits);
	bump(&calls);
	bump(&right);
	return &calls;
}

int main(void)
{
	pthread_t t, u;
	char *calls;

	assert((uintptr_t)&left / 4 == (uintptr_t)&right / 4);
	t = start(work, NULL);
	u = start(work, NULL);
	calls = finish(t);
	finish(u);
	printf("h=%d,c=%d,b=%d\n", hits, *calls, right);
	return left + other;
}
