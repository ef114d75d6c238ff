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
 * The same with calls that wait until a moment: a lock that is held, a sleep, a
 * descriptor that nobody writes to.
 *
 * check: --exhaustive
 * flags: -DUNTIL=1
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DUNTIL=2
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DUNTIL=3
 * verdict: verified
 * states: 0 1
 *
 * A loop that gives up after four turns, and sleeps in those after x is set.
 *
 * check: --exhaustive
 * flags: -DTURNS=4 -DMS=1000000
 * verdict: verified
 * states: 0 1 2 3 4
 * native: prints anything
 *
 * Longer waits were not tried, which is said.
 *
 * check: --exhaustive
 * flags: -DWAITS=3
 * verdict: verified
 * states: 0
 * native: prints 1
 * scope: clock_loops
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
#include <poll.h>
#include <time.h>

#ifndef WAITS
#define WAITS 0
#endif

static atomic_int x, y;

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

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

#ifndef UNTIL
static void turn(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}
#else
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static struct timespec until;

static void turn(void)
{
	if (UNTIL == 1)
		pthread_mutex_timedlock(&held, &until);
	else if (UNTIL == 2)
		clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL);
	else
		poll(NULL, 0, 1);
}
#endif

static bool was_made(int64_t began)
{
	return begin() - began > WAITS * INT64_C(1000000);
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
#ifdef UNTIL
	until.tv_sec = (began + 1000000) / 1000000000;
	until.tv_nsec = (began + 1000000) % 1000000000;
	pthread_mutex_lock(&held);
#endif

#ifdef TURNS
	for (int i = 0; i < TURNS && !atomic_load(&y); i++)
		if (atomic_load(&x))
			turn();
	printf("%d\n", (int)((begin() - began) / MS));
	finish(t);
	return 0;
#endif
	while (!atomic_load(&x))
		turn();
	finish(t);
	printf("%d\n", was_made(began));
	return 0;
}
