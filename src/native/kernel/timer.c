/* SPDX-License-Identifier: MIT */
#include "native/kernel/timer.h"
#include "native/coarse.h"
#include "native/kernel/poll.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"
#include "native/posix/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/timerfd.h>

static struct alarm {
	uint64_t deadline, interval; /* virtual ns */
	int clock;
	uint32_t set;
} alarms[FILES_MAX];

static struct alarm *alarm_of(const struct file *f)
{
	return &alarms[f - files];
}

static struct object *object_of(const struct file *f)
{
	return object_get(kernel_object(KERNEL_EVENT, (uint64_t)(f - files)),
		OBJECT_FILE, 0);
}

/* When it is; who goes by that depends on who moves the clock. */
static uint64_t now(void)
{
	shared_read(&rt.world.clock_ns);
	coarse_clock(CLOCK_READ);
	return rt.world.clock_ns;
}

void ends_add(struct ends *e, uint64_t at)
{
	int i = e->count;

	for (int k = 0; k < e->count; k++)
		if (e->at[k] == at)
			return;
	if (e->count > TIMERS_MOST)
		run_error(ERR_UNSUPPORTED, 0,
			"one call waits for more than %d timers: scarp "
			"supports that many" SC(502),
			TIMERS_MOST);
	for (; i > 0 && e->at[i - 1] > at; i--)
		e->at[i] = e->at[i - 1];
	e->at[i] = at;
	e->count++;
}

void timer_ends(const struct file *f, void *ends)
{
	const struct alarm *a = alarm_of(f);

	if (f->kind == FILE_EPOLL)
		interest_each(f, timer_ends, ends);
	if (f->kind != FILE_TIMER)
		return;
	shared_read(a);
	if (a->set && a->deadline > now())
		ends_add(ends, a->deadline);
}

bool timer_rings(const struct file *f)
{
	const struct alarm *a = alarm_of(f);

	if (f->kind != FILE_TIMER)
		return false;
	shared_read(a);
	return a->set && a->deadline <= now();
}

bool timer_expired(const struct file *f)
{
	shared_read(f);
	return f->value || timer_rings(f);
}

static void ring(struct file *f)
{
	struct alarm *a = alarm_of(f);
	uint64_t times = 1;

	if (!timer_rings(f))
		return;
	if (a->interval)
		times += (now() - a->deadline) / a->interval;
	KEEP(*a);
	a->deadline += times * a->interval;
	a->set = a->interval != 0;
	spin_object(&f->value, sizeof f->value, true);
	KEEP(*f);
	f->value += times;
	wake_file(f, POLLIN);
}

/* Which of an epoll's rings next. */
static void earliest(const struct file *f, void *of)
{
	const struct file **first = of;

	if (f->kind == FILE_EPOLL)
		interest_each(f, earliest, of);
	if (timer_rings(f) &&
		(!*first || alarm_of(f)->deadline < alarm_of(*first)->deadline))
		*first = f;
}

void timers_ring(struct file *f)
{
	const struct file *first;

	do {
		first = 0;
		earliest(f, &first);
		if (first)
			ring(&files[first - files]);
	} while (first);
}

ssize_t timer_read(struct file *f, const struct parts *p)
{
	uint64_t n;

	if (parts_bytes(p) < sizeof n)
		return refuse_call(EINVAL);
	ring(f);
	if (!f->value) {
		spin_object(&f->value, sizeof f->value, false);
		spin_object(
			&rt.world.clock_ns, sizeof rt.world.clock_ns, false);
		return refuse_call(EAGAIN);
	}
	spin_object(&f->value, sizeof f->value, true);
	KEEP(*f);
	n = f->value;
	f->value = 0;
	parts_put(p, 0, &n, sizeof n);
	hb_acquire(object_of(f));
	return sizeof n;
}

/* --- the calls
 * ----------------------------------------------------------------------------
 */

EXPORT int LIBC(timerfd_create)(int clock, int flags)
{
	struct file *f;

	if (!controlled())
		return REAL(timerfd_create)(clock, flags);
	if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK))
		return (int)refuse_call(EINVAL);
	if (clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM)
		return (int)refuse_call(EPERM); /* as for any user but root */
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC &&
		clock != CLOCK_BOOTTIME)
		return (int)refuse_call(EINVAL);
	numbers_point(OP_fd_open, CALLER);
	f = file_new(FILE_TIMER, O_RDWR | ((uint32_t)flags & O_NONBLOCK));
	if (!f)
		return -1;
	KEEP(*alarm_of(f));
	*alarm_of(f) = (struct alarm){.clock = clock};
	return file_give(f, flags & TFD_CLOEXEC);
}

static struct timespec in_words(uint64_t ns)
{
	return (struct timespec){
		(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

/* Behind its decision point; NULL: an error. */
static struct file *timer_of(int number, uint64_t pc)
{
	struct file *f = file_of(number);
	uint64_t object =
		f && f->kind == FILE_TIMER
			? kernel_object(KERNEL_EVENT, (uint64_t)(f - files))
			: kernel_object(KERNEL_NUMBERS, 0);

	kernel_point(OP_fd_control, object, WAIT_NOT, 0, 0, pc);
	f = file_of(number);
	if (!f)
		poll_foreign(number, pc);
	if (f && f->kind == FILE_TIMER)
		return f;
	refuse_call(f ? EINVAL : EBADF);
	return 0;
}

static struct itimerspec left(struct file *f)
{
	const struct alarm *a = alarm_of(f);

	ring(f);
	shared_read(a);
	spin_object(&rt.world.clock_ns, sizeof rt.world.clock_ns, false);
	return (struct itimerspec){.it_interval = in_words(a->interval),
		.it_value = in_words(a->set ? a->deadline - now() : 0)};
}

static void set(struct file *f, const struct itimerspec *to, bool absolute)
{
	struct alarm *a = alarm_of(f);
	uint64_t value = clock_duration(&to->it_value);

	spin_abandon();
	KEEP(*a);
	KEEP(*f);
	f->value = 0;
	a->interval = clock_duration(&to->it_interval);
	a->set = value != 0;
	a->deadline = absolute ? clock_deadline(a->clock, &to->it_value)
			       : now() + value;
	hb_release(object_of(f));
	if (timer_rings(f))
		ring(f);
}

static bool is_good(const struct timespec *t)
{
	return timespec_valid(t) && t->tv_sec >= 0;
}

EXPORT int LIBC(timerfd_settime)(int number, int flags,
	const struct itimerspec *to, struct itimerspec *before)
{
	struct itimerspec copy, was;
	struct file *f;

	if (!controlled())
		return REAL(timerfd_settime)(number, flags, to, before);
	access_read(to, sizeof *to, CALLER);
	copy = *to;
	if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) ||
		!is_good(&copy.it_value) || !is_good(&copy.it_interval))
		return (int)refuse_call(EINVAL);
	f = timer_of(number, CALLER);
	if (!f)
		return -1;
	was = left(f);
	set(f, &copy, flags & TFD_TIMER_ABSTIME);
	if (before) {
		access_write(before, sizeof *before, CALLER);
		*before = was;
	}
	return 0;
}

EXPORT int LIBC(timerfd_gettime)(int number, struct itimerspec *out)
{
	struct itimerspec is;
	struct file *f;

	if (!controlled())
		return REAL(timerfd_gettime)(number, out);
	f = timer_of(number, CALLER);
	if (!f)
		return -1;
	is = left(f);
	access_write(out, sizeof *out, CALLER);
	*out = is;
	return 0;
}
