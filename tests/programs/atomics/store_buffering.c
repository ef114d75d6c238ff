/* SPDX-License-Identifier: MIT */
/* store_buffering: under sc one of two threads sees the other's store, at any
 * memory order that the program names
 *
 * 4 operations, 2 of each thread: 6 orders.
 *
 * check: --exhaustive
 * verdict: verified
 * states: a=0,b=1 a=1,b=0 a=1,b=1
 */
#include "test.h"

static atomic_int x, y;
static int a, b;

static void *left(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return NULL;
}

static void *right(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t s = start(left, NULL), t = start(right, NULL);

	finish(s);
	finish(t);
	printf("a=%d,b=%d\n", a, b);
	return 0;
}
