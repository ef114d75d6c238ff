/* SPDX-License-Identifier: MIT */
/* waits: how many traces there are of a loop that waits, whose turns that come
 * to nothing are in none
 *
 * By hand: it is left for the one value or the other.
 *
 * check: --strategy size --max-executions 400
 * verdict: partial
 * exit: 0
 * says: in all there are about 2 different executions (traces)
 */
#include "test.h"

static atomic_int x;

static void *waits(void *unused)
{
	while (!atomic_load(&x))
		;
	return unused;
}

int main(void)
{
	pthread_t t = start(waits, NULL);

	atomic_store(&x, 1);
	atomic_store(&x, 2);
	finish(t);
	return 0;
}
