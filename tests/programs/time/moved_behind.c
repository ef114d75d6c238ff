/* SPDX-License-Identifier: MIT */
/* moved_behind: who polls until a limit reads the clock, and gives way; while
 * it does, the clock may be moved by a thread that waits for it.  Then its turn
 * has an effect, which it learns at the loop's head: behind the operation that
 * gives way, not where it read.
 *
 * Audited: traces in which that was so in two turns were not visited.
 *
 * check: --exhaustive --audit --audit-executions 100
 * compilers: gcc
 * verdict: verified
 * says: all right
 */
#include "test.h"

#include <sched.h>
#include <time.h>

static atomic_int x;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *polls(void *unused)
{
	long end = now_ms() + 5000;

	while (!atomic_load(&x)) {
		if (now_ms() > end)
			break;
		sched_yield();
	}
	return unused;
}

int main(void)
{
	pthread_t t = start(polls, NULL);
	long end = now_ms() + 10;

	while (now_ms() < end)
		;
	atomic_store(&x, 1);
	finish(t);
	return 0;
}
