/* SPDX-License-Identifier: MIT */
/* late_store: what fails is that a store has not been made yet, so it is in no
 * execution that fails: what its thread was about to do counts as done
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug assertion
 * pair: write S, read L, both, failing
 *
 * check: --exhaustive
 * verdict: bug assertion
 * pair: write S, read L, both, failing
 */
#include "test.h"

static volatile int ready;

static void *sets(void *unused)
{
	ready = 1; /* S */
	return NULL;
}

static void *looks(void *unused)
{
	int seen = ready; /* L */

	assert(seen); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t = start(sets, NULL), u = start(looks, NULL);

	finish(t);
	finish(u);
	return 0;
}
