/* SPDX-License-Identifier: MIT */
/* yield.c - giving way: a decision point, nothing else */
#include "native/rt.h"
#include "native/threads/early.h"

#include <sched.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT int sched_yield(void)
{
	if (!controlled()) {
		early_waits_again("sched_yield");
		return REAL(sched_yield)();
	}
	sched_point(OP_yield, 0, 0, CALLER);
	return 0;
}

EXPORT int pthread_yield(void)
{
	if (!controlled())
		return REAL(sched_yield)();
	sched_point(OP_yield, 0, 0, CALLER);
	return 0;
}

int thrd_yield(void);

EXPORT int thrd_yield(void)
{
	if (!controlled())
		return REAL(sched_yield)();
	sched_point(OP_yield, 0, 0, CALLER);
	return 0;
}
