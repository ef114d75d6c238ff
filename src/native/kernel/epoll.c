/* SPDX-License-Identifier: MIT */
/* epoll.c - epoll_create, epoll_ctl, epoll_wait and their kin */
#include "native/kernel/device.h"
#include "native/kernel/poll.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/kernel/sock.h"
#include "native/kernel/timer.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>

#define EXCLUSIVE_MAY                                                          \
	(EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP | EPOLLWAKEUP | EPOLLET |    \
		EPOLLEXCLUSIVE)

enum {
	EVENTS_MOST = INT_MAX / (int)sizeof(struct epoll_event)
};

static uint64_t object_of(const struct file *f)
{
	return f && f->kind == FILE_EPOLL
		       ? kernel_object(KERNEL_EPOLL, (uint64_t)(f - files))
		       : kernel_object(KERNEL_NUMBERS, 0);
}

static int create(bool closes, uint64_t pc)
{
	struct file *f;

	numbers_point(OP_fd_open, pc);
	f = file_new(FILE_EPOLL, O_RDWR);
	if (!f)
		return -1;
	interest_begin();
	return file_give(f, closes);
}

EXPORT int LIBC(epoll_create)(int size)
{
	if (!controlled())
		return REAL(epoll_create)(size);
	return size > 0 ? create(false, CALLER) : (int)refuse_call(EINVAL);
}

EXPORT int LIBC(epoll_create1)(int flags)
{
	if (!controlled())
		return REAL(epoll_create1)(flags);
	if (flags & ~EPOLL_CLOEXEC)
		return (int)refuse_call(EINVAL);
	return create(flags & EPOLL_CLOEXEC, CALLER);
}

/* --- what is watched
 * ------------------------------------------------------------------------ */

static bool has_events(const struct file *f, uint64_t pc)
{
	switch (f->kind) {
	case FILE_STREAM:
		unsupported("epoll_ctl of a standard stream", pc);
	case FILE_REAL:
		unsupported("epoll_ctl of a descriptor that scarp does not "
			    "model",
			pc);
	case FILE_BYTES:
	case FILE_FOLDER:
		return false;
	case FILE_DEVICE:
		return f->value == DEVICE_RANDOM;
	default:
		return true;
	}
}

/* Who gets a datagram of Unix's wakes who sent it, whom nobody knows here. */
static void edge_of_datagrams(
	const struct file *f, uint32_t events, uint64_t pc)
{
	if (f->kind == FILE_SOCKET && !sock_of(f)->paired && events & EPOLLET &&
		events & EPOLLOUT && sock_of(f)->type == SOCK_DGRAM &&
		sock_of(f)->domain == AF_UNIX)
		unsupported(
			"EPOLLET with EPOLLOUT of a Unix datagram socket", pc);
}

/* Which of the epolls that watch a file so is woken is left open. */
static void alone(const struct file *f, uint64_t pc)
{
	for (int i = 0; i < INTERESTS_MAX; i++)
		if (interests[i].by && &files[interests[i].file] == f &&
			interests[i].events & EPOLLEXCLUSIVE)
			unsupported(
				"EPOLLEXCLUSIVE of one file in two epolls", pc);
}

/* Linux, fs/eventpoll.c, do_epoll_ctl; 0 or an error. */
static int change(struct file *epoll, struct file *f, int number, int what,
	const struct epoll_event *e, uint64_t pc)
{
	bool exclusive = what != EPOLL_CTL_DEL && e->events & EPOLLEXCLUSIVE;
	struct interest *w;

	if (!has_events(f, pc))
		return EPERM;
	if (epoll == f || epoll->kind != FILE_EPOLL)
		return EINVAL;
	if (exclusive && (what == EPOLL_CTL_MOD || f->kind == FILE_EPOLL ||
				 e->events & ~(uint32_t)EXCLUSIVE_MAY))
		return EINVAL;
	if (what == EPOLL_CTL_ADD && interest_circle(epoll, f))
		return ELOOP;
	w = interest_find(epoll, f, number);
	if (what == EPOLL_CTL_ADD && w)
		return EEXIST;
	if (what != EPOLL_CTL_ADD && !w)
		return ENOENT;
	if (what == EPOLL_CTL_MOD && w->events & EPOLLEXCLUSIVE)
		return EINVAL;
	if (exclusive)
		alone(f, pc);
	edge_of_datagrams(f, e->events, pc);
	spin_abandon();
	hb_release(object_get(object_of(epoll), OBJECT_FILE, 0));
	if (what == EPOLL_CTL_DEL) {
		interest_drop(w);
		return 0;
	}
	if (what == EPOLL_CTL_ADD)
		w = interest_new(epoll, f, number);
	if (!w)
		return ENOSPC;
	interest_asks(w, e->events & ~(uint32_t)EPOLLWAKEUP, e->data.u64);
	return 0;
}

static int control(
	int number, int what, int of, const struct epoll_event *e, uint64_t pc)
{
	struct epoll_event copy = {0};
	struct file *epoll, *f;
	int error;

	if (what != EPOLL_CTL_DEL) {
		if (!e)
			return (int)refuse_call(EFAULT);
		access_read(e, sizeof *e, pc);
		copy = *e;
	}
	kernel_point(
		OP_fd_control, object_of(file_of(number)), WAIT_NOT, 0, 0, pc);
	epoll = file_of(number);
	f = file_of(of);
	if (!epoll || !f) {
		poll_foreign(number, pc);
		poll_foreign(of, pc);
		return (int)refuse_call(EBADF);
	}
	if (what != EPOLL_CTL_ADD && what != EPOLL_CTL_MOD &&
		what != EPOLL_CTL_DEL)
		return (int)refuse_call(!has_events(f, pc) ? EPERM : EINVAL);
	error = change(epoll, f, of, what, &copy, pc);
	return error ? (int)refuse_call(error) : 0;
}

EXPORT int LIBC(epoll_ctl)(
	int number, int what, int of, struct epoll_event *event)
{
	return controlled() ? control(number, what, of, event, CALLER)
			    : REAL(epoll_ctl)(number, what, of, event);
}

/* --- waiting
 * ----------------------------------------------------------------------------
 */

struct target {
	struct epoll_event *events;
	uint64_t pc;
};

static void give(void *to, int i, uint32_t events, uint64_t data)
{
	const struct target *t = to;
	struct epoll_event *e = &t->events[i];

	access_write(e, sizeof *e, t->pc);
	e->events = events;
	e->data.u64 = data;
}

static int wait_for(int number, struct epoll_event *events, int most,
	int64_t timeout_ns, uint64_t pc)
{
	struct target target = {events, pc};
	struct file *f = file_of(number);
	uint64_t deadline;
	int ready;

	if (most <= 0 || most > EVENTS_MOST)
		return (int)refuse_call(EINVAL);
	if (kernel_timed_point(timeout_ns > 0 ? OP_fd_timed_wait : OP_fd_wait,
		    object_of(f),
		    f && f->kind == FILE_EPOLL ? WAIT_EPOLL : WAIT_NOT,
		    f ? (uint64_t)(f - files) : 0, 0, timeout_ns, &deadline,
		    pc) == SIGNAL_ENDS)
		return (int)refuse_call(EINTR);
	f = file_of(number);
	if (!f) {
		poll_foreign(number, pc);
		return (int)refuse_call(EBADF);
	}
	if (f->kind != FILE_EPOLL)
		return (int)refuse_call(EINVAL);
	file_looked_at(f);
	spin_object(&f->value, sizeof f->value, false);
	timers_ring(f);
	interest_learn(f);
	ready = interest_take(f, most, give, &target);
	if (ready)
		hb_acquire(object_get(object_of(f), OBJECT_FILE, 0));
	trace_result((uint64_t)ready);
	return ready;
}

EXPORT int LIBC(epoll_wait)(
	int number, struct epoll_event *events, int most, int timeout_ms)
{
	if (!controlled())
		return REAL(epoll_wait)(number, events, most, timeout_ms);
	return wait_for(number, events, most,
		timeout_ms < 0 ? -1 : timeout_ms * 1000000ll, CALLER);
}

static int masked_wait(int number, struct epoll_event *events, int most,
	int64_t timeout_ns, const sigset_t *mask, uint64_t pc)
{
	int ready;

	poll_mask(mask, pc);
	ready = wait_for(number, events, most, timeout_ns, pc);
	signal_resume(pc);
	return ready;
}

EXPORT int LIBC(epoll_pwait)(int number, struct epoll_event *events, int most,
	int timeout_ms, const sigset_t *mask)
{
	if (!controlled())
		return REAL(epoll_pwait)(
			number, events, most, timeout_ms, mask);
	return masked_wait(number, events, most,
		timeout_ms < 0 ? -1 : timeout_ms * 1000000ll, mask, CALLER);
}

EXPORT int LIBC(epoll_pwait2)(int number, struct epoll_event *events, int most,
	const struct timespec *timeout, const sigset_t *mask)
{
	int64_t ns = -1;

	if (!controlled())
		return REAL(epoll_pwait2)(number, events, most, timeout, mask);
	if (!poll_timeout(timeout, &ns, CALLER))
		return (int)refuse_call(EINVAL);
	return masked_wait(number, events, most, ns, mask, CALLER);
}
