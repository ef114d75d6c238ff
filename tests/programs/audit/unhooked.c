/* SPDX-License-Identifier: MIT */
/* unhooked: a function that no compiler instruments stores into a static
 * variable
 *
 * Two additions: 2 executions.
 *
 * holes: uninstrumented
 *
 * holes: unannounced
 *
 * check: --exhaustive
 * modes: checkpoint restart
 * fallback: fork
 * verdict: verified
 * executions: 2
 * states: 0
 * says: 'total' of
 * says: starting again in fork mode
 */
#include "test.h"

static atomic_int x;
static int total;

__attribute__((noinline, no_sanitize("thread"))) static int add(int n)
{
	total += n;
	return total - n;
}

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int before;

	atomic_fetch_add(&x, 1);
	before = add(5);
	finish(t);
	printf("%d\n", before);
	return 0;
}
