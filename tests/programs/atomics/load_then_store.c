/* SPDX-License-Identifier: MIT */
/* load_then_store: an increment in two atomic steps loses updates
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=1 x=2
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *increment(void *unused)
{
	atomic_store(&x, atomic_load(&x) + 1);
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	printf("x=%d\n", atomic_load(&x));
	return 0;
}
