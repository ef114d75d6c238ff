/* SPDX-License-Identifier: MIT */
/* failing: a schedule with transitions that no thread makes fails again, and a
 * report tells them beside what threads do
 *
 * Each thread has a timer (src/native/tick.h).  It fails when T's tick comes
 * before it reads the clock and main's store behind that; T is preempted, and
 * main is not where only a tick comes between two of its operations.
 *
 * check: --exhaustive --full
 * env: SCARP_TICKS=1
 * verdict: bug assertion
 * replays: 1
 * bugs: 1
 * says: -- T0 is preempted before: atomic store x --
 * says: | sleep
 * silent: preempted here
 * silent: gives way
 */
#include "test.h"

static atomic_int x;

static void *reads(void *unused)
{
	struct timespec t;

	x = 1;
	clock_gettime(CLOCK_REALTIME, &t);
	/* where virtual time begins, and 1 */
	assert(!(t.tv_sec == 946684801 && x == 2)); /* BUG */
	return unused;
}

int main(void)
{
	pthread_t t = start(reads, NULL);

	x = 2;
	finish(t);
	return 0;
}
