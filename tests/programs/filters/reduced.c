/* SPDX-License-Identifier: MIT */
/* reduced: what is left out of the points is not left out of what a reduction
 * knows
 *
 * Each thread changes x where there is no point, after it has unlocked a mutex
 * of its own: x is 0 * 2 + 1 + 2 or (0 + 2) * 2 + 1.  Operations alone would
 * make these one trace.
 *
 * check: --reduce optimal --without change
 * verdict: partial
 * holes: filtered
 * exit: 0
 * states: x=3 x=5
 * races: some
 * check: --reduce source --trust change
 * verdict: partial
 * holes: trusted
 * exit: 0
 * states: x=3 x=5
 * races: none
 * check: --reduce optimal --ignore x
 * verdict: partial
 * holes: ignored
 * exit: 0
 * states: x=3 x=5
 * races: none
 */
#include "test.h"

static int x;

static __attribute__((noinline)) void change(int times, int plus)
{
	x = x * times + plus;
}

static void *twice(void *unused)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	change(2, 1);
	return NULL;
}

static void *more(void *unused)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	change(1, 2);
	return NULL;
}

int main(void)
{
	pthread_t t = start(twice, NULL), u = start(more, NULL);

	finish(t);
	finish(u);
	printf("x=%d\n", x);
	return 0;
}
