/* SPDX-License-Identifier: MIT */
/* clock.h - virtual time, for everything that waits with a timeout
 *
 * rt.world.clock_ns is the one clock: all of the C library's are it with an
 * offset.  It moves only when a thread takes the end of a sleep or a timeout,
 * and when all that is left awaits it (native-rules 16).
 */
#ifndef NATIVE_POSIX_CLOCK_H
#define NATIVE_POSIX_CLOCK_H

#include "native/rt.h"

#include <time.h>

/* The clock as an object of operations: what they touch, so that an alternative
 * that was not made yet is known to touch it. */
#define CLOCK_OBJECT ((uint64_t)&rt.world.clock_ns)

static inline bool timespec_valid(const struct timespec *t)
{
	return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}
/* May one wait by it? */
static inline bool clock_waits(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}
/* An absolute time on a clock, as virtual ns; never beyond what can be added.
 */
uint64_t clock_deadline(clockid_t clock, const struct timespec *until);
/* A duration. */
uint64_t clock_duration(const struct timespec *t);
/* A decision point; so many ns from now, which is when the call begins to wait:
 * others may have slept since its thread's last operation. */
uint64_t clock_after(uint64_t ns, uint64_t pc);
/* A timeout was taken: it is not earlier than its deadline. */
void clock_reach(uint64_t deadline);
/* The same, and nobody's time is over by that. */
void clock_pass_to(uint64_t deadline);
/* Time from now on. */
void clock_add(uint64_t ns);
/* The same, where nobody makes it pass. */
void clock_jump(uint64_t ns);
/* A decision point, the end of a sleep; a cancellation point.  How much is left
 * of it: 0, unless a handler ended it early. */
uint64_t clock_sleep(uint64_t ns, uint64_t pc);
/* The same; 0, or EINTR, and what is left in *left, unless that is NULL. */
int clock_sleep_for(
	const struct timespec *t, struct timespec *left, uint64_t pc);
/* A decision point: who waits for the clock lets so many ns pass
 * (clock_again.h). */
void clock_let_pass(uint64_t ns, uint64_t pc);
/* A decision point; what the processor's time stamp counter is taken to say. */
uint64_t clock_ticks(uint64_t pc);
/* A decision point; the time of a clock. */
void clock_read(clockid_t clock, struct timespec *out, uint64_t pc);

#endif
