/* SPDX-License-Identifier: MIT */
/* freed_beside: T goes round a loop, and what it looks at is freed, or set by a
 * plain store that changes nothing
 *
 * The turns that come to nothing fail, or race, not the one that leaves.
 *
 * check: --exhaustive --turns erased
 * flags: -DFREED
 * verdict: bug use_after_free
 *
 * check: --exhaustive --turns erased
 * flags: -DPLAIN
 * verdict: verified
 * races: some
 */
#include "test.h"

struct node {
	atomic_int ready;
};

static void *wait_for(void *node)
{
	struct node *n = node;

	while (!atomic_load(&n->ready))
		;
	return NULL;
}

int main(void)
{
	struct node *n = calloc(1, sizeof *n);
	pthread_t t = start(wait_for, n);

	(void)t;
	sched_yield();
#ifdef FREED
	free(n);
	exit(0);
#else
	*(volatile int *)(void *)n = 0;
	atomic_store(&n->ready, 1);
	finish(t);
	return 0;
#endif
}
