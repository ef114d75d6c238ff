/* SPDX-License-Identifier: MIT */
/* order: decision points within and without functions on the call stack; the
 * last directive that fits decides, so their order counts
 *
 * Each thread draws a number in quiet() and one in loud().  With k points in
 * each of two threads there are C(2k+1, k) executions
 * (docs/design/002-decision-points.md): 3 for one, 10 for two.  Without any,
 * the first thread does all that it does when it is created.  Within functions
 * of the threads alone, joins that need not wait are no points; as one that
 * waits is a point in any case, that leaves as many.
 *
 * native: prints anything
 * check: --strategy dfs
 * verdict: verified
 * executions: 10
 * states: q=01,l=01 q=01,l=10 q=10,l=01 q=10,l=10
 * check: --strategy dfs --without loud
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 * states: q=01,l=01 q=10,l=10
 * says: (--without loud)
 * check: --strategy dfs --within loud
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 * states: q=01,l=01 q=01,l=10
 * check: --strategy dfs --within work
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 10
 * states: q=01,l=01 q=01,l=10 q=10,l=01 q=10,l=10
 * check: --strategy dfs --within work --without quiet
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 * states: q=01,l=01 q=01,l=10
 * says: (--within work --without quiet)
 * check: --strategy dfs --without quiet --within work
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 10
 * states: q=01,l=01 q=01,l=10 q=10,l=01 q=10,l=10
 * check: --strategy dfs --within=loud --without=draw
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 1
 * states: q=01,l=01
 * check: --strategy dfs --without setup
 * verdict: verified
 * executions: 10
 * states: q=01,l=01 q=01,l=10 q=10,l=01 q=10,l=10
 * check: --without loud
 * verdict: partial
 * holes: filtered
 * exit: 0
 * states: q=01,l=01 q=10,l=10
 */
#include "test.h"

static atomic_int low, high;
static int q[2], l[2];

static __attribute__((noinline)) int draw(atomic_int *from)
{
	return atomic_fetch_add(from, 1);
}

static __attribute__((noinline)) void quiet(int *out)
{
	*out = draw(&low);
}

static __attribute__((noinline)) void loud(int *out)
{
	*out = draw(&high);
}

static void *work(void *self)
{
	long i = (long)self;

	quiet(&q[i]);
	loud(&l[i]);
	return NULL;
}

/* Nobody else is there: nothing is left out. */
static __attribute__((noinline)) void setup(void)
{
	atomic_store(&low, 0);
	atomic_store(&high, 0);
}

int main(void)
{
	pthread_t t, u;

	setup();
	t = start(work, (void *)0);
	u = start(work, (void *)1);
	finish(t);
	finish(u);
	printf("q=%d%d,l=%d%d\n", q[0], q[1], l[0], l[1]);
	return 0;
}
