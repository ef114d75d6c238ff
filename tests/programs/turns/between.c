/* SPDX-License-Identifier: MIT */
/* between: a turn that takes x and gives it back is none to be tried as a
 * whole, since others may come in between
 *
 * T ends if U gives back what T has taken, and it finds that.  Else it goes
 * round for ever.
 *
 * check: --exhaustive --turns erased --stop-after 0
 * verdict: bug
 * bugs: 1
 * states: 0
 */
#include "test.h"

static atomic_int x;

static void *take(void *unused)
{
	int mine;

	do {
		while (atomic_exchange(&x, 1))
			;
		mine = atomic_load(&x);
		atomic_store(&x, 0);
	} while (mine);
	return unused;
}

static void *give(void *unused)
{
	int one = 1;

	atomic_compare_exchange_strong(&x, &one, 0);
	return unused;
}

int main(void)
{
	pthread_t t = start(take, NULL), u = start(give, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&x));
	return 0;
}
