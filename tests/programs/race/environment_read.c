/* SPDX-License-Identifier: MIT
 *
 * What getenv returns is read without the environment's order: a race with
 * setenv, which has written it.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: 1 none
 * races: some
 */
#include "test.h"

static void *sets(void *unused)
{
	setenv("A", "1", 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(sets, NULL);
	char *a = getenv("A");

	puts(a ? a : "none");
	finish(t);
	return 0;
}
