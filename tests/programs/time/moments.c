/* SPDX-License-Identifier: MIT */
/* moments: two threads wait in loops until a moment; either may be the first to
 * go on, for who has waited long enough may still be slow
 *
 * verdict: verified
 * scope: clock_stands
 * states: first=5 first=50
 * native: prints anything
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce source
 *
 * check: --exhaustive --turns all
 */
#include "test.h"

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static atomic_int first;

static void *waits(void *arg)
{
	int ms = (int)(intptr_t)arg, nobody = 0;
	long end = now_ms() + ms;

	while (now_ms() < end)
		;
	atomic_compare_exchange_strong(&first, &nobody, ms);
	return NULL;
}

int main(void)
{
	pthread_t t = start(waits, (void *)5);

	waits((void *)50);
	finish(t);
	printf("first=%d\n", atomic_load(&first));
	return 0;
}
