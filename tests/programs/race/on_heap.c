/* SPDX-License-Identifier: MIT */
/* on_heap: and on heap blocks, by offset
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1,2 2,2
 * races: some
 */
#include "test.h"

struct pair {
	int shared, own;
};

static void *increment(void *p)
{
	((struct pair *)p)->shared++;
	return NULL;
}

int main(void)
{
	struct pair *p = calloc(1, sizeof *p);
	pthread_t t = start(increment, p);

	p->shared++;
	p->own = 2;
	finish(t);
	printf("%d,%d\n", p->shared, p->own);
	free(p);
	return 0;
}
