/* SPDX-License-Identifier: MIT */
/* own_frame_told: a loop that gives way is watched, and what others write to
 * its thread's frame meanwhile is no part of the trace for that
 *
 * Eight loads of x beside three stores: C(11, 3) = 165 orders.  Giving way
 * depends on nobody, though the watch that begins there copies the frame.
 *
 * check: --exhaustive
 * verdict: verified
 * last_round: 165
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * last_round: 165
 */
#include "test.h"

static void *store(void *at)
{
	atomic_int *x = at;

	for (int i = 1; i <= 3; i++)
		atomic_store(x, i);
	return NULL;
}

int main(void)
{
	atomic_int x = 0;
	pthread_t t = start(store, &x);
	int sum = 0;

	for (int i = 0; i < 8; i++) {
		sum += atomic_load(&x);
		sched_yield();
	}
	finish(t);
	assert(sum <= 24);
	return 0;
}
