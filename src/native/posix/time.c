/* SPDX-License-Identifier: MIT */
/* time.c - sleeping and clocks, on virtual time
 *
 * The wall clock starts at 2000-01-01 00:00 UTC, the monotonic ones at 1000 s,
 * those of processor time at 0.  The end of a sleep is always offered: real
 * time promises no order.  Reading a clock changes nothing, unless a thread
 * does so again and again (clock_again.h).
 */
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/posix/cancel.h"
#include "native/posix/clock.h"
#include "native/posix/clock_again.h"
#include "native/posix/interrupted.h"
#include "native/spin.h"
#include "native/spin/idle.h"
#include "native/threads/early.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define SECOND 1000000000ull
#define WALL_START (946684800 * SECOND)
#define MONOTONIC_START (1000 * SECOND)
#define NEVER (1ull << 62)

static uint64_t offset_of(clockid_t clock)
{
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_REALTIME_ALARM:
	case CLOCK_TAI:
		return WALL_START;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_BOOTTIME:
	case CLOCK_BOOTTIME_ALARM:
		return MONOTONIC_START;
	default:
		return 0;
	}
}

static bool clock_known(clockid_t clock)
{
	/* of a process or a thread: the bits above the last three are not its
	 * number, which is what -1 has there */
	return (clock >= CLOCK_REALTIME && clock <= CLOCK_TAI) ||
	       (clock < 0 && (clock & 7) != 7);
}

static uint64_t in_ns(const struct timespec *t)
{
	if (t->tv_sec < 0)
		return 0;
	if ((uint64_t)t->tv_sec >= NEVER / SECOND)
		return NEVER;
	return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

uint64_t clock_duration(const struct timespec *t)
{
	return in_ns(t);
}

uint64_t clock_deadline(clockid_t clock, const struct timespec *until)
{
	uint64_t at = in_ns(until), offset = offset_of(clock);

	return at > offset ? at - offset : 0;
}

static uint64_t sum(uint64_t ns)
{
	return ns > NEVER || rt.world.clock_ns > NEVER - ns
		       ? NEVER
		       : rt.world.clock_ns + ns;
}

uint64_t clock_after(uint64_t ns, uint64_t pc)
{
	sched_point(OP_clock_read, CLOCK_OBJECT, 0, pc);
	shared_read(&rt.world.clock_ns);
	coarse_clock(CLOCK_READ);
	return sum(ns);
}

void clock_pass_to(uint64_t deadline)
{
	if (deadline > rt.world.clock_ns) {
		shared_write(&rt.world.clock_ns);
		rt.world.clock_ns = deadline;
		spin_slept();
	} else {
		shared_read(&rt.world.clock_ns);
	}
	idle_woke();
}

void clock_reach(uint64_t deadline)
{
	trace_reached(deadline);
	clock_pass_to(deadline);
}

static void move_on(uint64_t ns, enum op kind)
{
	footprint_relative(&rt.world.clock_ns, kind);
	rt.world.clock_ns = sum(ns);
}

void clock_add(uint64_t ns)
{
	move_on(ns, OP_sleep);
}

void clock_jump(uint64_t ns)
{
	rt.world.clock_ns = sum(ns);
}

/* True: to its end. */
static bool sleeps(uint64_t operand, uint64_t pc)
{
	for (;;) {
		rt.operand = operand;
		switch (sched_point(OP_sleep, CLOCK_OBJECT, 0, pc)) {
		case CANCELLED:
			cancel_act();
		case SIGNAL_ENDS:
			if (signal_ends_call(false, pc))
				return false;
			continue;
		default:
			return true;
		}
	}
}

/* A handler that ends a sleep comes in its first nanosecond: real time promises
 * no moment. */
uint64_t clock_sleep(uint64_t ns, uint64_t pc)
{
	bool over = sleeps(ns, pc);

	if (ns) {
		spin_slept();
		idle_woke();
	}
	if (ns && over)
		trace_slept(ns);
	clock_add(over || !ns ? ns : 1);
	return over || !ns ? 0 : ns - 1;
}

/* False: it ended early. */
static bool sleep_until(uint64_t deadline, uint64_t pc)
{
	bool over = sleeps(deadline, pc);

	if (over)
		clock_reach(deadline);
	return over;
}

static int ended_early(uint64_t ns, struct timespec *left, uint64_t pc)
{
	if (left) {
		access_write(left, sizeof *left, pc);
		left->tv_sec = (time_t)(ns / SECOND);
		left->tv_nsec = (long)(ns % SECOND);
	}
	return EINTR;
}

int clock_sleep_for(
	const struct timespec *t, struct timespec *left, uint64_t pc)
{
	uint64_t ns = clock_sleep(in_ns(t), pc);

	return ns ? ended_early(ns, left, pc) : 0;
}

static uint64_t look(uint64_t pc)
{
	sched_point(OP_clock_read, CLOCK_OBJECT, 0, pc);
	spin_object(&rt.world.clock_ns, sizeof rt.world.clock_ns, false);
	coarse_clock(CLOCK_READ);
	trace_value(rt.world.clock_ns);
	if (rt.world.clock_looks) /* and one alone says nothing */
		caveat(CAVEAT_clock_stands, "thread T%u", rt.self->id);
	rt.world.clock_looks = 1;
	return rt.world.clock_ns;
}

/* False: it did without. */
static bool passes(uint64_t ns, uint64_t pc)
{
	if (sched_point(OP_time_passes, CLOCK_OBJECT, 0, pc))
		return false;
	spin_slept();
	move_on(ns, OP_time_passes);
	return true;
}

void clock_let_pass(uint64_t ns, uint64_t pc)
{
	(void)passes(ns, pc);
	clock_turned();
}

static void offer_time(struct thread *t, struct pending *p)
{
	p->offers = clock_passes(t);
	p->offer = 0;
}

/* ns of a clock, as one reading of it. */
static __attribute__((noinline)) uint64_t now(clockid_t clock, uint64_t pc)
{
	uint64_t ns = look(pc);
	uint64_t slow =
		clock_again(ns, pc, (uint64_t)__builtin_frame_address(0));

	if (slow && passes(slow, pc)) {
		clock_passed(ns + slow);
		ns = look(pc);
	} else if (slow) {
		clock_stood();
	}
	return ns + offset_of(clock);
}

uint64_t clock_ticks(uint64_t pc)
{
	return now(CLOCK_MONOTONIC, pc);
}

void clock_read(clockid_t clock, struct timespec *out, uint64_t pc)
{
	uint64_t ns = now(clock, pc);

	access_write(out, sizeof *out, pc);
	out->tv_sec = (time_t)(ns / SECOND);
	out->tv_nsec = (long)(ns % SECOND);
}

static void offer_sleep(struct thread *t, struct pending *p)
{
	if (!offer_cancel(t, p))
		offer_success(p, true);
}

void time_register(void)
{
	offer_of[OP_sleep] = offer_sleep;
	offer_of[OP_time_passes] = offer_time;
}

/* --- the C library's names: sleeping
 * ---------------------------------------------- */

EXPORT unsigned sleep(unsigned seconds)
{
	if (!controlled())
		return REAL(sleep)(seconds);
	return (unsigned)(clock_sleep(seconds * SECOND, CALLER) / SECOND);
}

EXPORT int usleep(useconds_t us)
{
	if (!controlled()) {
		early_waits_again("usleep");
		return REAL(usleep)(us);
	}
	if (!clock_sleep(us * 1000ull, CALLER))
		return 0;
	errno = EINTR;
	return -1;
}

EXPORT int nanosleep(const struct timespec *t, struct timespec *left)
{
	if (!controlled()) {
		early_waits_again("nanosleep");
		return REAL(nanosleep)(t, left);
	}
	access_read(t, sizeof *t, CALLER);
	if (!timespec_valid(t) || t->tv_sec < 0) {
		cancel_ask(CALLER);
		errno = EINVAL;
		return -1;
	}
	if (!clock_sleep_for(t, left, CALLER))
		return 0;
	errno = EINTR;
	return -1;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
	struct timespec *left)
{
	if (!controlled()) {
		early_waits_again("clock_nanosleep");
		return REAL(clock_nanosleep)(clock, flags, t, left);
	}
	access_read(t, sizeof *t, CALLER);
	if (clock == CLOCK_THREAD_CPUTIME_ID)
		return EINVAL; /* glibc's own, and it asks nothing */
	if (!timespec_valid(t) || t->tv_sec < 0 || !clock_known(clock)) {
		cancel_ask(CALLER);
		return EINVAL;
	}
	if (flags & TIMER_ABSTIME)
		return sleep_until(clock_deadline(clock, t), CALLER) ? 0
								     : EINTR;
	return clock_sleep_for(t, left, CALLER);
}

/* --- reading
 * ------------------------------------------------------------------------ */

EXPORT int clock_gettime(clockid_t clock, struct timespec *out)
{
	if (!controlled())
		return REAL(clock_gettime)(clock, out);
	if (!clock_known(clock)) {
		errno = EINVAL;
		return -1;
	}
	clock_read(clock, out, CALLER);
	return 0;
}

EXPORT int clock_getres(clockid_t clock, struct timespec *out)
{
	if (!controlled())
		return REAL(clock_getres)(clock, out);
	if (!clock_known(clock)) {
		errno = EINVAL;
		return -1;
	}
	if (out) {
		access_write(out, sizeof *out, CALLER);
		*out = (struct timespec){0, 1};
	}
	return 0;
}

EXPORT int clock_settime(clockid_t clock, const struct timespec *t)
{
	if (!controlled())
		return REAL(clock_settime)(clock, t);
	errno = EPERM; /* as for any user but root */
	return -1;
}

EXPORT int gettimeofday(struct timeval *out, void *zone)
{
	uint64_t ns;

	if (!controlled())
		return REAL(gettimeofday)(out, zone);
	ns = now(CLOCK_REALTIME, CALLER);
	access_write(out, sizeof *out, CALLER);
	out->tv_sec = (time_t)(ns / SECOND);
	out->tv_usec = (suseconds_t)(ns % SECOND / 1000);
	if (zone) { /* UTC, as without /etc/localtime */
		access_write(zone, sizeof(struct timezone), CALLER);
		*(struct timezone *)zone = (struct timezone){0};
	}
	return 0;
}

EXPORT time_t time(time_t *out)
{
	time_t seconds;

	if (!controlled())
		return REAL(time)(out);
	seconds = (time_t)(now(CLOCK_REALTIME, CALLER) / SECOND);
	if (out) {
		access_write(out, sizeof *out, CALLER);
		*out = seconds;
	}
	return seconds;
}

EXPORT int timespec_get(struct timespec *out, int base)
{
	if (!controlled())
		return REAL(timespec_get)(out, base);
	if (base != TIME_UTC)
		return 0;
	clock_read(CLOCK_REALTIME, out, CALLER);
	return base;
}

EXPORT clock_t clock(void)
{
	if (!controlled())
		return REAL(clock)();
	return (clock_t)(now(CLOCK_PROCESS_CPUTIME_ID, CALLER) / 1000);
}

EXPORT clock_t times(struct tms *out)
{
	struct tms *volatile where =
		out; /* NULL will do, whatever times.h says */
	clock_t ticks;

	if (!controlled())
		return REAL(times)(out);
	ticks = (clock_t)(now(CLOCK_MONOTONIC, CALLER) / (SECOND / 100));
	if (where) {
		access_write(out, sizeof *out, CALLER);
		*out = (struct tms){.tms_utime = ticks};
	}
	return ticks;
}

/* What it has used is the time that has passed, as for clock(); nothing else is
 * counted, nor are children, of which there are none. */
EXPORT int getrusage(__rusage_who_t who, struct rusage *out)
{
	uint64_t ns = 0;

	if (!controlled())
		return REAL(getrusage)(who, out);
	if (who != RUSAGE_SELF && who != RUSAGE_THREAD &&
		who != RUSAGE_CHILDREN) {
		errno = EINVAL;
		return -1;
	}
	if (who != RUSAGE_CHILDREN)
		ns = now(CLOCK_PROCESS_CPUTIME_ID, CALLER);
	access_write(out, sizeof *out, CALLER);
	*out = (struct rusage){.ru_utime = {(time_t)(ns / SECOND),
				       (suseconds_t)(ns % SECOND / 1000)}};
	return 0;
}
