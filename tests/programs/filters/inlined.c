/* SPDX-License-Identifier: MIT */
/* inlined: a function that was inlined is on the call stack all the same, where
 * it is, and what it calls is inside it; so is the part of a function that the
 * compiler put elsewhere
 *
 * Three numbers are drawn: in inlined(), in between(), in inlined() again, each
 * by the same function.  With k points there are C(2k+1, k) executions: 35, 10
 * within the two, 3 without.
 *
 * check: --strategy dfs
 * verdict: verified
 * executions: 35
 * check: --strategy dfs --within inlined
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 10
 * check: --strategy dfs --without inlined
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 * check: --strategy dfs --without inlined --within draw
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 35
 * check: --strategy dfs --within seldom
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 */
#include "test.h"

static atomic_int count;

static __attribute__((noinline)) void draw(void)
{
	atomic_fetch_add(&count, 1);
}

static __attribute__((noinline, cold)) void rare(void)
{
	draw();
}

static inline __attribute__((always_inline)) void inlined(void)
{
	draw();
}

/* Its second half is cold. */
static __attribute__((noinline)) void seldom(int how)
{
	if (__builtin_expect(how, 0))
		rare();
}

static void *work(void *unused)
{
	inlined();
	seldom(1);
	inlined();
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	return 0;
}
