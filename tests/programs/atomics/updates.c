/* SPDX-License-Identifier: MIT */
/* updates: no update is lost between threads, whatever the operation
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2,3,1
 * native: sc
 */
#include "test.h"

static atomic_int sum, bits, winners;
static _Atomic(void *) slot;

static void *work(void *argument)
{
	void *empty = NULL;

	atomic_fetch_add(&sum, 1);
	atomic_fetch_or(&bits, (int)(intptr_t)argument);
	if (atomic_compare_exchange_strong(&slot, &empty, &sum))
		atomic_fetch_add(&winners, 1);
	return NULL;
}

int main(void)
{
	pthread_t a = start(work, (void *)1), b = start(work, (void *)2);

	finish(a);
	finish(b);
	printf("%d,%d,%d\n", atomic_load(&sum), atomic_load(&bits),
		atomic_load(&winners));
	return 0;
}
