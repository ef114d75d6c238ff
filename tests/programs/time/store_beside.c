/* SPDX-License-Identifier: MIT */
/* store_beside: a thread that waits for 5 ms has not waited for another one
 *
 * verdict: verified
 * scope: clock_stands
 * states: seen=0 seen=1
 * native: prints anything
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce none
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static atomic_int set;

static void *set_it(void *unused)
{
	atomic_store(&set, 1);
	return NULL;
}

int main(void)
{
	long end = now_ms() + 5;
	pthread_t t = start(set_it, NULL);
	int seen;

	while (now_ms() < end)
		;
	seen = atomic_load(&set);
	finish(t);
	printf("seen=%d\n", seen);
	return 0;
}
