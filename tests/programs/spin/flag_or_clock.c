/* SPDX-License-Identifier: MIT */
/* flag_or_clock: polling with a deadline ends by the flag or by the deadline
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=0 set=1
 * native: sc
 */
#include "test.h"

static atomic_int set;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *set_it(void *unused)
{
	usleep(10000);
	atomic_store(&set, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(set_it, NULL);
	long deadline = now_ms() + 10;
	int seen = 0;

	while (!(seen = atomic_load(&set)) && now_ms() < deadline)
		;
	finish(t);
	printf("set=%d\n", seen);
	return 0;
}
