/* SPDX-License-Identifier: MIT */
/* sleeps_round: what a loop looks at, not that it sleeps
 *
 * check: --exhaustive --turns erased
 * verdict: bug livelock
 * native: hangs
 * says: T2 sleeping spins on &x (go round the loop again at
 * says: T1 looking spins on &y (
 *
 * (found out where it sleeps, which has no name)
 * check: --exhaustive --turns all
 * verdict: bug livelock
 * says: T2 sleeping goes round a loop that changes nothing (sleep at
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
