/* SPDX-License-Identifier: MIT */
/* sched.h - what the driver needs of the scheduler */
#ifndef NATIVE_SCHED_H
#define NATIVE_SCHED_H

#include "native/rt.h"

enum {
	FUEL_FIRST = 32
};

/* Once: these classes of operation are decision points. */
void sched_points(uint32_t classes);
/* The first thread of an execution runs. */
void sched_start(struct thread *main) __attribute__((noreturn));
/* Records c and continues with its thread (from the driver's stack). */
void sched_continue(struct choice c);
/* The new thread t runs to its first operation, and then the running one goes
 * on: nothing is decided. */
void sched_start_now(struct thread *t);

/* Whether the running thread t is watched may have changed: no hook of it may
 * go by unseen. */
void sched_watch(const struct thread *t);
/* May the running thread let time pass, as a decision of its own? */
bool sched_lets_time_pass(void);

/* The prefix asks for what is not offered: the run ends with an error. */
void diverged(const struct choice *c) __attribute__((noreturn));
/* The search said stop. */
void execution_stop(const struct choice *c) __attribute__((noreturn));
/* Live threads, none enabled. */
void deadlock_found(bool spinning) __attribute__((noreturn));

#endif
