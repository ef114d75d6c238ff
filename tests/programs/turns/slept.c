/* SPDX-License-Identifier: MIT */
/* slept: how long a loop that waits has slept is seen behind it
 *
 * T sleeps until x is set, then looks at the clock: it has slept, or not.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 0 1
 *
 * Which exceptions there were is a part of a turn as well.
 *
 * check: --exhaustive --turns erased
 * flags: -DRAISES -lm
 * verdict: verified
 * states: 0 1
 */
#include "test.h"

#include <fenv.h>
#include <time.h>

static atomic_int x;

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

#ifdef RAISES
static int begin(void)
{
	return 0;
}

static void turn(void)
{
	feraiseexcept(FE_INVALID);
}

static bool was_made(int began)
{
	(void)began;
	return fetestexcept(FE_INVALID);
}
#else
static int64_t begin(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void turn(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static bool was_made(int64_t began)
{
	return begin() != began;
}
#endif

int main(void)
{
	pthread_t t = start(set, NULL);
#ifdef RAISES
	int began = begin();
#else
	int64_t began = begin();
#endif

	while (!atomic_load(&x))
		turn();
	finish(t);
	printf("%d\n", was_made(began));
	return 0;
}
