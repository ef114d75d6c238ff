/* SPDX-License-Identifier: MIT */
/* endless: a thread that always changes something is cut at the step limit, and
 * the result says that something is left
 *
 * check: --exhaustive --reduce none --max-steps 100
 * verdict: partial
 * holes: step_limit
 * exit: 0
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
