/* SPDX-License-Identifier: MIT */
/* huge_frame: a frame so large that its far end lies beyond the guard, on the
 * stack of another thread: it is an overflow all the same
 *
 * Nothing but the first byte of 20 MiB is written, on a stack of 8 MiB.
 *
 * check: --exhaustive
 * verdict: bug stack_overflow
 */
#include "test.h"

static pthread_barrier_t both;

static void *idle(void *unused)
{
	pthread_barrier_wait(&both);
	return NULL;
}

static void *work(void *unused)
{
	volatile char array[20 << 20];

	array[0] = 1;
	return (void *)(intptr_t)array[0];
}

int main(void)
{
	pthread_t t, u;

	pthread_barrier_init(&both, NULL, 2);
	t = start(idle, NULL);
	u = start(work, NULL);
	finish(u);
	pthread_barrier_wait(&both);
	finish(t);
	return 0;
}
