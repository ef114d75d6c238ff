/* SPDX-License-Identifier: MIT */
/* sleep_orders_nothing: the thread that sleeps longer may still come first
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=1
 * native: hangs sleeps for 1,000 seconds
 */
#include "test.h"

static atomic_int x;

static void *late(void *unused)
{
	sleep(1000);
	atomic_store(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(late, NULL);
	int seen;

	usleep(1);
	seen = atomic_load(&x);
	finish(t);
	printf("seen=%d\n", seen);
	return 0;
}
