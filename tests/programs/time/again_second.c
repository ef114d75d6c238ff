/* SPDX-License-Identifier: MIT */
/* again_second: time() and gettimeofday() move for who reads them again and
 * again, by seconds as well
 *
 * verdict: verified
 * scope: clock_stands
 * states: seconds=1,microseconds=1
 * native: sc 2
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce none
 */
#include "test.h"
#include <sys/time.h>

static volatile unsigned turns;

static long microseconds(void)
{
	struct timeval t;

	gettimeofday(&t, NULL);
	return t.tv_sec * 1000000 + t.tv_usec;
}

int main(void)
{
	time_t begin = time(NULL);
	long us = microseconds();

	while (time(NULL) < begin + 1)
		turns++;
	printf("seconds=%d,", time(NULL) >= begin + 1);
	while (microseconds() < us + 2000000)
		turns++;
	printf("microseconds=%d\n", microseconds() >= us + 2000000);
	return 0;
}
