/* SPDX-License-Identifier: MIT */
/* bystander: a race in executions that fail for another reason
 *
 * Every execution fails, and in every one the two stores race.  But nobody is
 * ever kept from one of them: each is all that its thread does, and threads
 * that have ended, or have not begun, were not stopped before it.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug assertion
 * pair: write A, write B, both, benign here
 *
 * A search that was cut tells nothing.
 *
 * check: --exhaustive --stop-after 0 --max-executions 2
 * verdict: bug assertion
 * pair: write A, write B, one, unclassified
 */
#include "test.h"

static volatile int x;

static void *one(void *unused)
{
	x = 1; /* A */
	return NULL;
}

static void *two(void *unused)
{
	x = 2; /* B */
	return NULL;
}

int main(void)
{
	pthread_t t = start(one, NULL), u = start(two, NULL);

	finish(t);
	finish(u);
	assert(x == 3); /* BUG */
	return 0;
}
