/* SPDX-License-Identifier: MIT */
/* clocks: no clock runs backwards, and each sleep lasts at least as long as
 * asked
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc 1
 * states: ended
 */
#include "test.h"
#include <sys/time.h>

static long now_us(clockid_t clock)
{
	struct timespec t;

	assert(clock_gettime(clock, &t) == 0);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void *work(void *unused)
{
	usleep(7);
	return NULL;
}

int main(void)
{
	struct timespec two_ms = {0, 2000000};
	long before = now_us(CLOCK_MONOTONIC), after;
	time_t second = time(NULL);
	pthread_t t = start(work, NULL);
	struct timeval v;

	sleep(3);
	after = now_us(CLOCK_MONOTONIC);
	assert(after - before >= 3000000);
	assert(time(NULL) - second >= 3);
	before = after;
	assert(nanosleep(&two_ms, NULL) == 0);
	assert(usleep(500) == 0);
	assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &two_ms, NULL) == 0);
	after = now_us(CLOCK_MONOTONIC);
	assert(after - before >= 4500);
	before = now_us(CLOCK_REALTIME);
	gettimeofday(&v, NULL);
	assert(v.tv_sec * 1000000 + v.tv_usec >= before);
	finish(t);
	assert(now_us(CLOCK_MONOTONIC) >= after);
	printf("ended\n");
	return 0;
}
