/* SPDX-License-Identifier: MIT */
/* relaxed_orders_nothing: the same flag, relaxed, leaves a race on the data
 *
 * Under the model (sc) the value is still the one written.
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=1
 * races: some
 */
#include "test.h"

static atomic_int ready;
static int x;

static void *work(void *unused)
{
	x = 1;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		;
	printf("x=%d\n", x);
	finish(t);
	return 0;
}
