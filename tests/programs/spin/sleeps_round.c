/* SPDX-License-Identifier: MIT */
/* sleeps_round: a loop that is noticed at a sleep spins on nothing that has a
 * name
 *
 * check: --exhaustive
 * verdict: bug livelock
 * native: hangs
 * says: T2 sleeping goes round a loop that changes nothing (sleep at
 * says: T1 looking spins on &y (
 */
#include "test.h"

#include <sched.h>
#include <unistd.h>

atomic_int x, y; /* not static, or a compiler knows that nobody sets them */

static void *looking(void *unused)
{
	while (!(atomic_load(&y) & 1))
		;
	return unused;
}

static void *sleeping(void *unused)
{
	for (int i = 0; i < 3 && atomic_load(&y) != 3; i++)
		sched_yield();
	while (atomic_load(&x) < 3)
		usleep(100);
	return unused;
}

int main(void)
{
	pthread_t t = start(looking, NULL), u = start(sleeping, NULL);

	while (!(atomic_load(&x) & 1))
		sched_yield();
	finish(u);
	finish(t);
	return 0;
}
