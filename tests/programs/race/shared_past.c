/* SPDX-License-Identifier: MIT */
/* shared_past: an execution that goes on from a checkpoint has the races of
 * what lies before it, though it does not make their accesses again
 *
 * An increment is lost in some executions, and each ends twice: well, and with
 * a failure.  Whichever comes second does not make the increments again.
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug assertion
 * pair: read I, write I, both, failing
 * pair: write I, write I, both, failing
 *
 * check: --strategy dfs --reduce none --stop-after 0
 * verdict: bug assertion
 * pair: read I, write I, both, failing
 * pair: write I, write I, both, failing
 */
#include "test.h"

#include <scarp/scarp.h>

static volatile int x;

static void *increment(void *unused)
{
	x++; /* I */
	return NULL;
}

int main(void)
{
	pthread_t t = start(increment, NULL), u = start(increment, NULL);

	finish(t);
	finish(u);
	assert(scarp_choose(2) == 0 || x == 2); /* BUG */
	return 0;
}
