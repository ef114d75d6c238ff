/* SPDX-License-Identifier: MIT */
/* full: a cache of eight places misses nothing, it stops less
 *
 * Three threads that each add to x and to a variable of their own: 3! traces,
 * which a cache that is large enough completes once each.  The 90 orders of six
 * steps (and joins between them) have more beginnings than eight.
 *
 * states: 3
 *
 * check: --exhaustive --cache hbr
 * verdict: verified
 * executions: 6
 * silent: given up
 * check: --exhaustive --cache hbr --cache-max 8
 * verdict: verified
 * says: of 8 places taken
 * says: given up
 * check: --strategy ipb --cache hbr --cache-max 8
 * verdict: verified
 * check: --strategy idb --cache lazy-hbr --cache-max 8
 * verdict: partial
 * holes: lazy_cache
 * exit: 0
 */
#include "test.h"

static atomic_int x, own[3];

static void *add(void *mine)
{
	atomic_fetch_add(&x, 1);
	atomic_fetch_add((atomic_int *)mine, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		t[i] = start(add, &own[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	printf("%d\n", x);
	return 0;
}
