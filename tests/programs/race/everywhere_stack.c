/* SPDX-License-Identifier: MIT */
/* everywhere_stack: with --points everywhere a thread's accesses to its own
 * stack become decision points when they race
 *
 * check: --points everywhere --exhaustive
 * verdict: bug assertion
 * check: --points everywhere --strategy ipb
 * verdict: bug assertion
 * check: --points everywhere --strategy random --max-executions 1000
 * verdict: bug assertion
 * replays: 1
 * races: some
 */
#include "test.h"

#include <assert.h>

static void *work(void *shared)
{
	int *p = shared;

	(*p)++;
	return NULL;
}

int main(void)
{
	int x = 0, *p = &x;
	pthread_t t = start(work, p);

	(*p)++;
	finish(t);
	assert(x == 2); /* BUG */
	return 0;
}
