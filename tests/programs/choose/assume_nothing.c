/* SPDX-License-Identifier: MIT */
/* assume_nothing: where no execution comes to its end there is no verdict
 *
 * check: --exhaustive
 * verdict: error
 * says: is there an assumption (scarp_assume) that never holds?
 * exit: 5
 * executions: 0
 * native: exits 77
 *
 * check: --exhaustive --require verified
 * verdict: error
 * exit: 5
 *
 * check: --strategy random --max-executions 100
 * verdict: error
 * exit: 5
 *
 * Where it holds in one order, that one is checked (2 orders of two writes).
 *
 * check: --exhaustive
 * flags: -DONE_ORDER
 * verdict: verified
 * executions: 1
 * scope: assumption
 * native: exits 77
 */
#include "test.h"
#include <scarp/scarp.h>

static atomic_int x;

static void *one(void *unused)
{
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(one, NULL);

	x = 2;
	finish(t);
#ifdef ONE_ORDER
	scarp_assume(x == 1);
#else
	scarp_assume(0);
#endif
	return 0;
}
