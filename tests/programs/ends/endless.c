/* SPDX-License-Identifier: MIT */
/* endless: a thread that always changes something is cut at the step limit; as
 * no execution comes to its end, that is an error, also where it was asked for
 *
 * check: --exhaustive --reduce none --max-steps 100
 * verdict: error
 * says: came to its end: each was cut at the limit of decisions
 * exit: 5
 * executions: 0
 */
#include "test.h"

static atomic_int x;

static void *count(void *unused)
{
	for (;;)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_detach(start(count, NULL));
	return 0;
}
