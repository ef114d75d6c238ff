/* SPDX-License-Identifier: MIT */
/* livelock_usleep: the same, politely: sleeping does not make it progress
 *
 * check: --exhaustive
 * verdict: bug livelock
 */
#include "test.h"

static atomic_int a, b;

static void *wait_for_b(void *unused)
{
	while (!atomic_load(&b))
		usleep(100);
	atomic_store(&a, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(wait_for_b, NULL);

	while (!atomic_load(&a))
		usleep(100);
	atomic_store(&b, 1);
	finish(t);
	return 0;
}
