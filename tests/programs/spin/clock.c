/* SPDX-License-Identifier: MIT */
/* clock: a loop that waits for time to pass ends, for time does pass
 *
 * check: --exhaustive
 * verdict: verified
 * states: late=1
 * native: sc
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *work(void *unused)
{
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	long deadline = now_ms() + 2;

	while (now_ms() < deadline)
		;
	finish(t);
	printf("late=%d\n", now_ms() >= deadline);
	return 0;
}
