/* SPDX-License-Identifier: MIT */
/* two_limits: a thread counts until two limits have run out, one after the
 * other, beside one that only awaits it and reads the clock in each turn
 *
 * Where neither can go on, time passes for the one that counts, before the
 * clock jumps for the other one.  It would jump to its end first, 146 years
 * away, and the second limit would lie behind that: no execution ended.
 *
 * check: --strategy pct --max-executions 60
 * verdict: partial
 * holes: sampled
 * executions: 60
 * exit: 0
 * scope: clock_waits
 * silent: step limit
 */
#include "test.h"

#include <time.h>

static atomic_int done;

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void *counts(void *unused)
{
	long turns = 0;

	for (int i = 0; i < 2; i++) {
		long long end = now() + 1000000000;

		while (now() < end)
			turns++;
	}
	atomic_store(&done, 1);
	return turns ? unused : NULL;
}

int main(void)
{
	pthread_t t = start(counts, NULL);
	long long last;

	do
		last = now();
	while (!atomic_load(&done));
	finish(t);
	assert(last > 0);
	return 0;
}
