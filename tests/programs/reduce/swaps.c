/* SPDX-License-Identifier: MIT */
/* swaps: three threads try to swap 0 for their number: whoever comes first has
 * it, the others only look, and do so in no order: 3 traces
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: x=1 x=2 x=3
 * executions: 3
 * blocked: 0
 * native: sc
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: x=1 x=2 x=3
 * executions: 3
 */
#include "test.h"

static atomic_int x;

static void *swaps(void *number)
{
	int expected = 0;

	atomic_compare_exchange_strong(&x, &expected, (int)(intptr_t)number);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (intptr_t i = 0; i < 3; i++)
		t[i] = start(swaps, (void *)(i + 1));
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	printf("x=%d\n", atomic_load(&x));
	return 0;
}
