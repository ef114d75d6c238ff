/* SPDX-License-Identifier: MIT */
/* values_change: a loop that comes back to the same place with the same
 * registers and stack, and has changed memory: no spin, even when what it has
 * changed is set back later
 *
 * T adds 1 until it met LIMIT or more.  After i additions main takes 1 away,
 * and after j of them it looks.  Without main T makes LIMIT + 1 additions; one
 * more, if main takes 1 away before the last.  So i is 0 .. LIMIT with j from i
 * to LIMIT + 2, or both are LIMIT + 1: (LIMIT + 3) + ... + 3 + 1 pairs, for 140
 * (143 * 144 / 2 - 3) + 1 = 10294.  Each has a line of its own.
 *
 * check: --exhaustive --reduce none --max-steps 1000
 * verdict: verified
 * executions: 10294
 * distinct: 10294
 * races: none
 *
 * Nor when it has changed nothing, but what it read is no longer so: in each
 * turn main reads the clock twice, with a sleep after each, so that one of the
 * two times is always past.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 1
 * silent: spinning
 * args: clock
 */
#include "test.h"

#include <time.h>

enum {
	LIMIT = 140
};
static atomic_int n;

static void *add(void *unused)
{
	while (atomic_fetch_add(&n, 1) < LIMIT)
		;
	return NULL;
}

static __attribute__((noinline)) long now_ms(void)
{
	struct timespec now = {0, 0}; /* the same stack as in the last turn */

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int sleep_until(long end)
{
	while (now_ms() < end) {
		usleep(1000);
		now_ms();
		usleep(1000);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return sleep_until(now_ms() + 30);

	pthread_t t = start(add, NULL);
	int met = atomic_fetch_sub(&n, 1), seen = atomic_load(&n);

	finish(t);
	printf("met=%d,seen=%d\n", met, seen);
	return 0;
}
