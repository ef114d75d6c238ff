/* SPDX-License-Identifier: MIT */
/* crashes: what a step that crashes would have done is not known, so that more
 * executions than one may crash in it
 *
 * The store comes before both looks, between them, or after them.
 *
 * check: --exhaustive --stop-after 0 --reduce optimal
 * verdict: bug crash
 * bugs: 1
 *
 * check: --exhaustive --stop-after 0 --reduce source
 * verdict: bug crash
 * bugs: 1
 */
#include "test.h"

static atomic_int x, y;

static void *stores(void *unused)
{
	atomic_store(&x, 1);
	return NULL;
}

static void *looks(void *unused)
{
	int seen = atomic_load(&x);

	atomic_store(&y, 1);
	if (!seen && atomic_load(&x))
		*(volatile int *)NULL = 1;
	return NULL;
}

int main(void)
{
	pthread_t s = start(stores, NULL), t = start(looks, NULL);

	finish(s);
	finish(t);
	return atomic_load(&y) - 1;
}
