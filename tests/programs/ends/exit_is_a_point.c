/* SPDX-License-Identifier: MIT */
/* exit_is_a_point: what a thread does comes before or after the return from
 * main, which is exit()
 *
 * Two additions and the exit: 3 orders.  The last step waits for the thread.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * executions: 3
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	start(work, NULL);
	return 0;
}
