/* SPDX-License-Identifier: MIT */
/* relaxed_orders_nothing: the same flag leaves a race on the data where either
 * side of it is relaxed
 *
 * Under the model (sc) the value is still the one written.
 *
 * check: --exhaustive
 * flags: -DSTORE=relaxed -DLOAD=relaxed
 * verdict: verified
 * states: x=1
 * races: some
 *
 * check: --exhaustive
 * flags: -DSTORE=release -DLOAD=relaxed
 * verdict: verified
 * states: x=1
 * races: some
 *
 * check: --exhaustive
 * flags: -DSTORE=relaxed -DLOAD=acquire
 * verdict: verified
 * states: x=1
 * races: some
 *
 * check: --exhaustive
 * flags: -DSTORE=release -DLOAD=acquire
 * verdict: verified
 * states: x=1
 * races: none
 */
#include "test.h"

#define ORDER(name) ORDER_(name)
#define ORDER_(name) memory_order_##name

static atomic_int ready;
static int x;

static void *work(void *unused)
{
	x = 1;
	atomic_store_explicit(&ready, 1, ORDER(STORE));
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	while (!atomic_load_explicit(&ready, ORDER(LOAD)))
		;
	printf("x=%d\n", x);
	finish(t);
	return 0;
}
