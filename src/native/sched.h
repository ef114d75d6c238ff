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
/* After going back to a checkpoint: is c offered there? */
bool sched_can(const struct choice *c);

/* Brings up to date what every thread offers. */
void sched_refresh(void);
/* Could anybody but t go on now? */
bool sched_others(const struct thread *t);

/* Before that step of the execution under way another thread went on than the
 * one of the step before: the instruction that this one had announced, if it
 * could have made it.  0: none such. */
uint64_t sched_left_before(uint32_t step);

/* The prefix asks for what is not offered: the run ends with an error. */
void diverged(const struct choice *c) __attribute__((noreturn));
/* The search said stop. */
void execution_stop(const struct choice *c) __attribute__((noreturn));
/* Live threads, none enabled. */
void deadlock_found(bool spinning) __attribute__((noreturn));

#endif
