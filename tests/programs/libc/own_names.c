/* SPDX-License-Identifier: MIT */
/* own_names: a test may name its variables and functions as scarp does inside,
 * and scarp's own code is still not taken for somebody else's
 *
 * `huge` and `access_plain` are functions of src/native/races/access.c.  Two
 * additions and the join that follows the first of them: 3 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc
 * states: 2
 * executions: 2
 */
#include "test.h"

atomic_int huge;

__attribute__((noinline)) void access_plain(void)
{
	atomic_fetch_add(&huge, 1);
}

static void *work(void *unused)
{
	access_plain();
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	access_plain();
	finish(t);
	printf("%d\n", atomic_load(&huge));
	return 0;
}
