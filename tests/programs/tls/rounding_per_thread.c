/* SPDX-License-Identifier: MIT */
/* rounding_per_thread: the rounding mode is a thread's own, inherited at its
 * start
 *
 * Main rounds upward when it creates the first thread, which then rounds
 * downward for itself; x86's SSE and x87 must both follow.
 *
 * check: --exhaustive
 * flags: -lm
 * verdict: verified
 * states: child=up,main=up,third=nearest
 * native: sc
 */
#include "test.h"
#include <fenv.h>

static atomic_int x;

static const char *name(int mode)
{
	return mode == FE_TONEAREST  ? "nearest"
	       : mode == FE_UPWARD   ? "up"
	       : mode == FE_DOWNWARD ? "down"
				     : "other";
}

/* What the processor really does: 1 + tiny, in double and in long double. */
static int measured(void)
{
	volatile double d = 1.0, tiny = 1e-30;
	volatile long double l = 1.0L, small = 1e-30L;
	int up = (d + tiny > 1.0) + (l + small > 1.0L);

	assert(up == 0 || up == 2);
	return up;
}

static void *turn_down(void *unused)
{
	int inherited = fegetround();

	fesetround(FE_DOWNWARD);
	atomic_fetch_add(&x, 1); /* here another thread may run */
	assert(fegetround() == FE_DOWNWARD && measured() == 0);
	return (void *)name(inherited);
}

static void *ask(void *unused)
{
	return (void *)name(fegetround());
}

int main(void)
{
	const char *child, *now, *third;
	pthread_t t;

	assert(fegetround() == FE_TONEAREST);
	fesetround(FE_UPWARD);
	t = start(turn_down, NULL);
	atomic_fetch_add(&x, 1);
	now = name(fegetround());
	assert(measured() == 2);
	child = finish(t);
	assert(fegetround() == FE_UPWARD && measured() == 2);
	fesetround(FE_TONEAREST);
	third = finish(start(ask, NULL));
	printf("child=%s,main=%s,third=%s\n", child, now, third);
	return 0;
}
