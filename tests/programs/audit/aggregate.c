/* SPDX-License-Identifier: MIT */
/* aggregate: the store of a function's struct result that a compiler does not
 * announce, into a local variable of another thread
 *
 * no_sanitize stands for a compiler without a pass of ours: the hole
 * unannounced says so.  T1 and T2 add, main joins T1 and then T2: 3 orders,
 * as the last join is last in all.
 *
 * holes: unannounced unseen_stores
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint
 * fallback: fork
 * verdict: verified
 * executions: 3
 * states: 0,1,2
 * says: the stack of thread T0 (
 * says: aggregate.c:
 * says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * modes: restart fork
 * verdict: verified
 * executions: 3
 * states: 0,1,2
 */
#include "test.h"

struct pair {
	long a, b;
};
static atomic_int x;

__attribute__((noinline)) static struct pair made(void)
{
	return (struct pair){1, 2};
}

__attribute__((noinline, no_sanitize("thread"))) static void store(
	struct pair *p)
{
	*p = made();
}

static void *work(void *arg)
{
	struct pair *p = arg;
	long before = p->a;

	atomic_fetch_add(&x, 1);
	store(p);
	return (void *)before;
}

static void *other(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	struct pair s = {0, 0};
	pthread_t t = start(work, &s), u = start(other, NULL);
	long before = (long)finish(t);

	finish(u);
	printf("%ld,%ld,%ld\n", before, s.a, s.b);
	return 0;
}
