/* SPDX-License-Identifier: MIT */
/* timer.c - timers that send signals: alarm, setitimer, timer_create
 *
 * In virtual time, as sleeps: an armed timer may go off at any moment, by a
 * transition that no thread makes (native/internal.h), and the clock is not
 * before its deadline then.  Three of them do not:
 *
 *   one whose signal would end the process is a watchdog: that the test is over
 *   in time is assumed, by name (scope `watchdog`);
 *   one that goes off again and again does so TIMES times, and not while its
 *   signal waits (scope `few_ticks`);
 *   one of a process that leaves: it has left in time.
 *
 * State    a table that is rewound: the states `alarm` and `timers`.
 */
#include "native/footprint.h"
#include "native/internal.h"
#include "native/posix/clock.h"
#include "native/posix/ident.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/posix/signal_send.h"
#include "native/spin.h"
#include "native/state.h"

#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define SECOND 1000000000ull

void timer_register(void);

enum {
	TIMERS = 32,
	REAL_TIMER = 0, /* of alarm and setitimer; number n + 1 is timer n */
	TIMES = 2
};

struct timer {
	struct signal_note note; /* what it sends */
	uint64_t deadline;	 /* virtual ns */
	uint64_t interval;	 /* 0: it goes off once */
	uint64_t target;	 /* thread number of SIGEV_THREAD_ID; 0 */
	int32_t clock;
	uint32_t left;	/* how often it may yet go off */
	uint16_t entry; /* in rt.pending, if `goes` */
	uint8_t used, armed, goes, silent;
};

static struct timer timers[TIMERS];
/* Which of its timers a thread made: a name by its own past. */
static struct {
	uint32_t life, made;
} made_by[THREADS_MAX];

static struct timer *change(struct timer *t)
{
	shared_write(t);
	undo_save(t, sizeof *t);
	spin_abandon();
	return t;
}

static struct timer *of_entry(const struct pending *p)
{
	return &timers[p->level];
}

/* An entry of a timer that was stopped stays, and never goes off: reductions
 * learn from it that it might have done so before.
 */

/* --- going off ---------------------------------------------------------------
 */

static void offer(struct thread *unused, struct pending *p)
{
	const struct timer *t = of_entry(p);

	p->offers = 0;
	p->offer = 0;
	if (!t->goes || t->entry != p - rt.pending)
		return;
	if (!t->left) {
		caveat(CAVEAT_few_ticks, "%d times", TIMES);
		return;
	}
	if (signal_waits(t->note.number, (pid_t)t->target))
		return;
	if (signal_would_end(t->note.number, (pid_t)t->target))
		caveat(CAVEAT_watchdog, "signal %d", t->note.number);
	else
		p->offers = 1;
}

static void goes_off(struct pending *p, uint32_t unused)
{
	struct timer *t = of_entry(p);
	struct signal_note note = t->note;

	shared_write(t);
	undo_save(t, sizeof *t);
	footprint_plain(
		kernel_object(t == timers ? KERNEL_alarm : KERNEL_timers, 0));
	if (t->deadline > rt.world.clock_ns) {
		shared_write(&rt.world.clock_ns);
		rt.world.clock_ns = t->deadline;
	}
	internal_touch(p);
	t->left--;
	t->deadline += t->interval;
	if (!t->interval) {
		internal_end(p);
		t->goes = t->armed = 0;
	}
	signal_post(&note, (pid_t)t->target);
}

void timer_register(void)
{
	offer_of[OP_timer] = offer;
	act_of[OP_timer] = goes_off;
}

/* --- arming ------------------------------------------------------------------
 */

static uint32_t nth_of_self(void)
{
	tid id = rt.self->id;

	undo_save8(&made_by[id]);
	if (made_by[id].life != rt.self->life) {
		made_by[id].life = rt.self->life;
		made_by[id].made = 0;
	}
	return made_by[id].made++;
}

/* From now on; behind the decision point.  Deadline 0: it stands. */
static void arm(struct timer *t, uint64_t deadline, uint64_t interval)
{
	struct thread_name name = {rt.self->id, NAME_alarm, 0};
	struct pending *p;

	change(t);
	t->goes = 0;
	t->armed = deadline != 0;
	t->deadline = deadline;
	t->interval = interval;
	if (!deadline || t->silent)
		return;
	t->left = interval ? TIMES : 1;
	t->note.known = hb_note();
	signals_matter();
	if (rt.world.seen < 2)
		rt.world.seen = 2; /* who is alone is so no more */
	name.nth = nth_of_self();
	p = internal_begin(name, OP_timer, kernel_object(KERNEL_timers, 0));
	p->level = (uint32_t)(t - timers);
	p->unforeseen = 1;
	p->signals = 1; /* others race with it, even if it never goes off */
	t->entry = (uint16_t)(p - rt.pending);
	t->goes = 1;
}

/* What is left of its time, for who asks: never 0 while it goes. */
static uint64_t left_of(const struct timer *t)
{
	shared_read(t);
	shared_read(&rt.world.clock_ns);
	if (!t->armed)
		return 0;
	return t->deadline > rt.world.clock_ns ? t->deadline - rt.world.clock_ns
					       : 1;
}

static uint64_t from_now(uint64_t ns)
{
	shared_read(&rt.world.clock_ns);
	return ns ? rt.world.clock_ns + ns : 0;
}

/* --- alarm, setitimer --------------------------------------------------------
 */

static uint64_t of_timeval(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_usec * 1000;
}

static void to_timeval(struct timeval *out, uint64_t ns)
{
	ns = (ns + 999) / 1000;
	out->tv_sec = (time_t)(ns / 1000000);
	out->tv_usec = (suseconds_t)(ns % 1000000);
}

/* What was left of it before. */
static uint64_t set_real(uint64_t ns, uint64_t interval)
{
	struct timer *t = &timers[REAL_TIMER];
	uint64_t before = left_of(t);

	change(t);
	t->note = (struct signal_note){.number = SIGALRM, .code = SI_KERNEL};
	arm(t, from_now(ns), interval);
	return before;
}

/* Of a second's part more than half, but never 0. */
EXPORT unsigned alarm(unsigned seconds)
{
	uint64_t before;

	if (!controlled())
		return REAL(alarm)(seconds);
	STATE_POINT(alarm, alarm, CALLER);
	before = set_real(seconds * SECOND, 0);
	if (before && before < SECOND)
		return 1;
	return (unsigned)((before + SECOND / 2) / SECOND);
}

EXPORT useconds_t ualarm(useconds_t us, useconds_t interval)
{
	if (!controlled())
		return REAL(ualarm)(us, interval);
	if (us >= 1000000 || interval >= 1000000)
		return (useconds_t)signal_refuse(EINVAL);
	STATE_POINT(ualarm, alarm, CALLER);
	return (useconds_t)((set_real(us * 1000ull, interval * 1000ull) + 999) /
			    1000);
}

static bool timeval_valid(const struct timeval *t)
{
	return t->tv_sec >= 0 && t->tv_usec >= 0 && t->tv_usec < 1000000;
}

static void others_refused(int which, const char *call, uint64_t pc)
{
	if (which == ITIMER_VIRTUAL || which == ITIMER_PROF)
		unsupported(call, pc);
}

EXPORT int setitimer(__itimer_which_t which,
	const struct itimerval *restrict new, struct itimerval *restrict old)
{
	struct itimerval given = {0}, was = {0};

	if (!controlled())
		return REAL(setitimer)(which, new, old);
	others_refused((int)which,
		"setitimer with ITIMER_VIRTUAL or ITIMER_PROF", CALLER);
	if (new) {
		access_read(new, sizeof *new, CALLER);
		given = *new;
	}
	if ((int)which != ITIMER_REAL || !timeval_valid(&given.it_value) ||
		!timeval_valid(&given.it_interval))
		return signal_refuse(EINVAL);
	STATE_POINT(setitimer, alarm, CALLER);
	to_timeval(&was.it_interval,
		timers[REAL_TIMER].armed ? timers[REAL_TIMER].interval : 0);
	to_timeval(&was.it_value, set_real(of_timeval(&given.it_value),
					  of_timeval(&given.it_interval)));
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = was;
	}
	return 0;
}

EXPORT int getitimer(__itimer_which_t which, struct itimerval *out)
{
	struct timer *t = &timers[REAL_TIMER];
	struct itimerval now = {0};

	if (!controlled())
		return REAL(getitimer)(which, out);
	others_refused((int)which,
		"getitimer with ITIMER_VIRTUAL or ITIMER_PROF", CALLER);
	if ((int)which != ITIMER_REAL)
		return signal_refuse(EINVAL);
	STATE_POINT(getitimer, alarm, CALLER);
	to_timeval(&now.it_value, left_of(t));
	to_timeval(&now.it_interval, t->armed ? t->interval : 0);
	access_write(out, sizeof *out, CALLER);
	*out = now;
	return 0;
}

/* --- timer_create and its kin ------------------------------------------------
 */

static struct timer *timer_named(timer_t id)
{
	uint64_t n = (uint64_t)id;

	return n < TIMERS - 1 && timers[n + 1].used ? &timers[n + 1] : 0;
}

static bool is_number(int number)
{
	return number > 0 && number < SIGNALS;
}

/* EINVAL, or 0. */
static int asked(const struct sigevent *e, struct timer *out, uint64_t pc)
{
	out->note.value = (uint64_t)e->sigev_value.sival_ptr;
	out->note.number = e->sigev_signo;
	switch (e->sigev_notify) {
	case SIGEV_NONE:
		out->silent = 1;
		return 0;
	case SIGEV_THREAD:
		unsupported("timer_create with SIGEV_THREAD", pc);
	case SIGEV_THREAD_ID:
		out->target = (uint64_t)e->_sigev_un._tid;
		if (out->target < PROCESS_ID ||
			out->target >= (uint64_t)PROCESS_ID + rt.world.threads)
			return EINVAL;
		return is_number(e->sigev_signo) ? 0 : EINVAL;
	case SIGEV_SIGNAL:
		return is_number(e->sigev_signo) ? 0 : EINVAL;
	default:
		return EINVAL;
	}
}

EXPORT int timer_create(
	clockid_t clock, struct sigevent *restrict e, timer_t *restrict out)
{
	struct timer new = {.used = 1,
		.clock = clock,
		.note = {.number = SIGALRM, .code = SI_TIMER}};
	int n = 1;

	if (!controlled())
		return REAL(timer_create)(clock, e, out);
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) {
		if (clock >= 0 && clock <= CLOCK_TAI)
			unsupported("timer_create with this clock", CALLER);
		return signal_refuse(EINVAL);
	}
	if (e) {
		access_read(e, sizeof *e, CALLER);
		if (asked(e, &new, CALLER))
			return signal_refuse(EINVAL);
	}
	STATE_POINT(timer_create, timers, CALLER);
	while (n < TIMERS && timers[n].used)
		n++;
	if (n == TIMERS)
		unsupported("more than 31 timers at once", CALLER);
	new.note.timer = n - 1;
	if (!e)
		new.note.value = (uint64_t)(n - 1);
	*change(&timers[n]) = new;
	access_write(out, sizeof *out, CALLER);
	*out = (timer_t)(uint64_t)(n - 1);
	return 0;
}

EXPORT int timer_delete(timer_t id)
{
	struct timer *t;

	if (!controlled())
		return REAL(timer_delete)(id);
	STATE_POINT(timer_delete, timers, CALLER);
	t = timer_named(id);
	if (!t)
		return signal_refuse(EINVAL);
	change(t);
	t->used = t->armed = t->goes = 0;
	return 0;
}

static void tell(const struct timer *t, struct itimerspec *out)
{
	uint64_t left = left_of(t), every = t->armed ? t->interval : 0;

	out->it_value.tv_sec = (time_t)(left / SECOND);
	out->it_value.tv_nsec = (long)(left % SECOND);
	out->it_interval.tv_sec = (time_t)(every / SECOND);
	out->it_interval.tv_nsec = (long)(every % SECOND);
}

EXPORT int timer_settime(timer_t id, int flags,
	const struct itimerspec *restrict new, struct itimerspec *restrict old)
{
	struct itimerspec given, was;
	struct timer *t;
	uint64_t at;

	if (!controlled())
		return REAL(timer_settime)(id, flags, new, old);
	access_read(new, sizeof *new, CALLER);
	given = *new;
	if (!timespec_valid(&given.it_value) || given.it_value.tv_sec < 0 ||
		!timespec_valid(&given.it_interval) ||
		given.it_interval.tv_sec < 0)
		return signal_refuse(EINVAL);
	STATE_POINT(timer_settime, timers, CALLER);
	t = timer_named(id);
	if (!t)
		return signal_refuse(EINVAL);
	tell(t, &was);
	at = clock_duration(&given.it_value);
	if (at && flags & TIMER_ABSTIME) {
		at = clock_deadline(t->clock, &given.it_value);
		at = at ? at : 1;
	} else {
		at = from_now(at);
	}
	arm(t, at, clock_duration(&given.it_interval));
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = was;
	}
	return 0;
}

EXPORT int timer_gettime(timer_t id, struct itimerspec *out)
{
	struct itimerspec now;
	struct timer *t;

	if (!controlled())
		return REAL(timer_gettime)(id, out);
	STATE_POINT(timer_gettime, timers, CALLER);
	t = timer_named(id);
	if (!t)
		return signal_refuse(EINVAL);
	tell(t, &now);
	access_write(out, sizeof *out, CALLER);
	*out = now;
	return 0;
}

/* None goes off while its signal waits. */
EXPORT int timer_getoverrun(timer_t id)
{
	if (!controlled())
		return REAL(timer_getoverrun)(id);
	STATE_POINT(timer_getoverrun, timers, CALLER);
	return timer_named(id) ? 0 : signal_refuse(EINVAL);
}
