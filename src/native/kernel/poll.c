/* SPDX-License-Identifier: MIT */
/* poll.c - which descriptors are ready; waiting until one is
 *
 * The question is copied before the operation: what the test stores there
 * meanwhile is not seen.  A timeout is an alternative once nothing is ready, as
 * everywhere (native-rules 16).
 */
#include "native/kernel/poll.h"
#include "native/kernel/device.h"
#include "native/kernel/fifo.h"
#include "native/kernel/file.h"
#include "native/kernel/timer.h"
#include "native/kernel/interest.h"
#include "native/libc/libc.h"
#include "native/posix/clock.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

enum {
	POLL_MOST = 4096,
	OF_SELECT = 0x4000 /* in events: no event has it */
};

static struct pollfd *asked(uint64_t index)
{
	return (struct pollfd *)(void *)(rt.arena + index);
}

static bool ended(uint32_t queue, bool by_writers)
{
	const struct queue *q = &queues[queue - 1];

	return q->closed || (by_writers ? !q->writers : !q->readers);
}

/* What is told though nobody asks for it: of select only what makes a bit of
 * the sets that the number is in. */
static short always(short events)
{
	if (!(events & OF_SELECT))
		return POLLERR | POLLHUP | POLLNVAL;
	return POLLNVAL | (events & POLLIN ? POLLERR | POLLHUP : 0) |
	       (events & POLLOUT ? POLLERR : 0);
}

short file_events(const struct file *f)
{
	short now = 0;

	file_looked_at(f);
	if (f->kind == FILE_SOCKET) {
		now = socket_events(f);
	} else if (f->kind == FILE_PIPE) {
		if (f->in && queues[f->in - 1].first)
			now |= POLLIN | POLLRDNORM;
		if (f->in && ended(f->in, true) && !fifo_never_had_writers(f))
			now |= POLLHUP;
		if (f->out && ended(f->out, false))
			now |= POLLERR;
		if (f->out && queue_has_room(&queues[f->out - 1], PIPE_ATOMIC))
			now |= POLLOUT | POLLWRNORM;
	} else if (f->kind == FILE_DEVICE) {
		now = device_events(f);
	} else if (f->kind == FILE_EPOLL) {
		if (interest_ready(f))
			now |= POLLIN | POLLRDNORM;
	} else if (f->kind == FILE_TIMER || f->kind == FILE_SIGNAL) {
		if (file_can_read(f))
			now |= POLLIN;
	} else {
		unsigned also = f->kind == FILE_EVENT ? 0 : ~0u;

		if (file_can_read(f))
			now |= POLLIN | (POLLRDNORM & also);
		if (file_can_write(f, 1))
			now |= POLLOUT | (POLLWRNORM & also);
	}
	return now;
}

/* Also to who only asks whether a thread may go on. */
static short answer(const struct pollfd *p)
{
	const struct file *f = file_at(p->fd);

	if (p->fd < 0)
		return 0;
	if (!f)
		return POLLNVAL;
	return file_events(f) & (p->events | always(p->events));
}

void poll_each(uint64_t index, uint64_t n,
	void (*visit)(const struct file *f, void *arg), void *arg)
{
	for (uint64_t i = 0; i < n; i++) {
		const struct pollfd *p = &asked(index)[i];
		const struct file *f = file_at(p->fd);

		if (f && p->events & POLLIN)
			visit(f, arg);
	}
}

unsigned poll_ready(uint64_t index, uint64_t n)
{
	unsigned ready = 0;

	for (uint64_t i = 0; i < n; i++)
		ready += answer(&asked(index)[i]) != 0;
	return ready;
}

bool poll_asks(uint64_t index, uint64_t n, int number)
{
	for (uint64_t i = 0; i < n; i++)
		if (asked(index)[i].fd == number)
			return true;
	return false;
}

void file_learn(const struct file *f)
{
	if (f->in)
		hb_acquire(object_get(kernel_object(KERNEL_PIPE, f->in - 1u),
			OBJECT_FILE, 0));
	else if (f->kind == FILE_EVENT || f->kind == FILE_TIMER)
		hb_acquire(object_get(
			kernel_object(KERNEL_EVENT, (uint64_t)(f - files)),
			OBJECT_FILE, 0));
	else if (f->kind == FILE_SOCKET)
		hb_acquire(object_get(
			kernel_object(KERNEL_SOCKET, (uint64_t)(f - files) + 1),
			OBJECT_FILE, 0));
	else if (f->kind == FILE_EPOLL)
		interest_learn(f);
}

/* What poll saw happened before: data that arrived, an end that was closed. */
static void learn(const struct pollfd *p)
{
	const struct file *f = file_of(p->fd);

	if (!f)
		return;
	if (f->in)
		queue_looked_at(&queues[f->in - 1]);
	if (f->out)
		queue_looked_at(&queues[f->out - 1]);
	if (f->kind == FILE_EVENT || f->kind == FILE_EPOLL ||
		f->kind == FILE_TIMER)
		spin_object((void *)&f->value, sizeof f->value, false);
	if (p->revents)
		file_learn(f);
}

static uint64_t object_of(const struct pollfd *p)
{
	const struct file *f = p ? file_of(p->fd) : 0;

	if (f && f->in)
		return kernel_object(KERNEL_PIPE, f->in - 1u);
	if (f && f->kind == FILE_EVENT)
		return kernel_object(KERNEL_EVENT, (uint64_t)(f - files));
	return kernel_object(KERNEL_NUMBERS, 0);
}

/* A number that is none of ours may be the kernel's. */
static bool is_kernels(int number)
{
	return number >= 0 && rt.mode == MODE_FORK && inventory_unknown_calls();
}

void poll_foreign(int number, uint64_t pc)
{
	if (!file_of(number) && is_kernels(number))
		unsupported("epoll, a timer or a socket call with a descriptor "
			    "that scarp does not model",
			pc);
}

/* Descriptors that the kernel has beside ours cannot be waited for together. */
static void all_ours(const struct pollfd *p, uint64_t n, uint64_t pc)
{
	for (uint64_t i = 0; i < n; i++) {
		const struct file *f = file_of(p[i].fd);

		if (f ? f->kind == FILE_REAL : is_kernels(p[i].fd))
			unsupported("poll or select of a descriptor that scarp "
				    "does not "
				    "model",
				pc);
	}
}

static uint32_t room_for(uint64_t n)
{
	uint32_t index;

	arena_words(n * sizeof(struct pollfd) / 4 + 2, &index);
	return index;
}

/* Of n questions in the arena; how many have an answer.  timeout_ns -1: none;
 * what is left of it then, if `left` is not 0. */
static int wait_for(uint32_t index, uint64_t n, int64_t timeout_ns,
	uint64_t *left, uint64_t pc)
{
	uint64_t deadline;
	uint32_t how;
	int ready = 0;

	all_ours(asked(index), n, pc);
	how = kernel_timed_point(timeout_ns > 0 ? OP_fd_timed_poll : OP_fd_poll,
		object_of(n ? asked(index) : 0), WAIT_POLL, index, n,
		timeout_ns, &deadline, pc);
	for (uint64_t i = 0; i < n; i++) {
		struct pollfd *q = &asked(index)[i];

		q->revents = how == SIGNAL_ENDS ? 0 : answer(q);
		if (how != SIGNAL_ENDS)
			learn(q);
		ready += q->revents != 0;
	}
	if (left) {
		shared_read(&rt.world.clock_ns);
		*left = deadline > rt.world.clock_ns
				? deadline - rt.world.clock_ns
				: 0;
	}
	return how == SIGNAL_ENDS ? (int)refuse_call(EINTR) : ready;
}

static int poll_for(
	struct pollfd *p, uint64_t n, int64_t timeout_ns, uint64_t pc)
{
	uint32_t index;
	int ready;

	if (n > POLL_MOST)
		return (int)refuse_call(EINVAL);
	/* What it answered last is no matter. */
	for (uint64_t i = 0; i < n; i++)
		access_read(&p[i], offsetof(struct pollfd, revents), pc);
	index = room_for(n);
	memcpy(asked(index), p, n * sizeof *p);
	ready = wait_for(index, n, timeout_ns, 0, pc);
	for (uint64_t i = 0; i < n; i++) {
		access_write(&p[i].revents, sizeof p[i].revents, pc);
		p[i].revents = asked(index)[i].revents;
	}
	trace_result((uint64_t)ready);
	return ready;
}

void poll_mask(const sigset_t *mask, uint64_t pc)
{
	uint64_t bits;

	if (!mask)
		return;
	access_read(mask, sizeof bits, pc); /* all that Linux has */
	memcpy(&bits, mask, sizeof bits);
	if ((bits ^ signal_blocked(rt.self)) & ~NEVER_BLOCKED)
		signal_suspend(bits & ~NEVER_BLOCKED, pc);
}

/* Of a time that is valid; -1: nobody lives to see it. */
static int64_t nanoseconds(time_t seconds, int64_t more)
{
	const time_t most = 1ll << 32;

	if (seconds >= most || more >= most)
		return -1;
	return seconds * 1000000000ll + more;
}

bool poll_timeout(const struct timespec *timeout, int64_t *ns, uint64_t pc)
{
	if (!timeout)
		return true;
	access_read(timeout, sizeof *timeout, pc);
	if (timeout->tv_sec < 0 || !timespec_valid(timeout))
		return false;
	*ns = nanoseconds(timeout->tv_sec, timeout->tv_nsec);
	return true;
}

EXPORT int LIBC(poll)(struct pollfd *p, nfds_t n, int timeout_ms)
{
	if (!controlled())
		return REAL(poll)(p, n, timeout_ms);
	return poll_for(
		p, n, timeout_ms < 0 ? -1 : timeout_ms * 1000000ll, CALLER);
}

int __poll_chk(struct pollfd *p, nfds_t n, int timeout_ms, size_t room);

EXPORT int LIBC(__poll_chk)(
	struct pollfd *p, nfds_t n, int timeout_ms, size_t room)
{
	if (!controlled())
		return REAL(__poll_chk)(p, n, timeout_ms, room);
	if (n > room / sizeof *p)
		chk_failed("poll", CALLER);
	return poll_for(
		p, n, timeout_ms < 0 ? -1 : timeout_ms * 1000000ll, CALLER);
}

EXPORT int LIBC(ppoll)(struct pollfd *p, nfds_t n,
	const struct timespec *timeout, const sigset_t *mask)
{
	int64_t ns = -1;
	int ready;

	if (!controlled())
		return REAL(ppoll)(p, n, timeout, mask);
	if (!poll_timeout(timeout, &ns, CALLER))
		return (int)refuse_call(EINVAL);
	poll_mask(mask, CALLER);
	ready = poll_for(p, n, ns, CALLER);
	signal_resume(CALLER);
	return ready;
}

/* --- select: the same question
 * ------------------------------------------------------------------ */

enum {
	SETS = 3,
	SELECT_REAL = -2,
	SET_BITS = 8 * sizeof(long),
	/* Linux, fs/select.c */
	READABLE = POLLRDNORM | POLLRDBAND | POLLIN | POLLHUP | POLLERR,
	WRITABLE = POLLWRBAND | POLLWRNORM | POLLOUT | POLLERR
};
static const short events[SETS] = {
	POLLIN | POLLRDNORM, POLLOUT | POLLWRNORM, POLLPRI};
static const short counts_as[SETS] = {READABLE, WRITABLE, POLLPRI};

static bool is_set(const long *set, int i)
{
	return set && (unsigned long)set[i / SET_BITS] >> i % SET_BITS & 1;
}

/* One question for each descriptor that is in a set; -1: one is not open. */
static int questions(
	struct pollfd *q, int n, long *const set[SETS], uint64_t *count)
{
	*count = 0;
	for (int i = 0; i < n; i++) {
		short asks = 0;

		for (int k = 0; k < SETS; k++)
			if (is_set(set[k], i))
				asks |= events[k];
		if (!asks)
			continue;
		q[(*count)++] = (struct pollfd){i, asks | OF_SELECT, 0};
		if (!file_of(i) && rt.mode != MODE_FORK)
			return -1;
	}
	return 0;
}

/* What is left in the sets; how many bits that is. */
static int answers(
	const struct pollfd *q, uint64_t n, int most, long *const set[SETS])
{
	size_t bytes = ((size_t)most + SET_BITS - 1) / SET_BITS * sizeof(long);
	long kept[FD_SETSIZE / SET_BITS];
	int bits = 0;

	for (int k = 0; k < SETS; k++) {
		if (!set[k])
			continue;
		memset(kept, 0, sizeof kept);
		for (uint64_t i = 0; i < n; i++)
			if (is_set(set[k], q[i].fd) &&
				q[i].revents & counts_as[k]) {
				kept[q[i].fd / SET_BITS] |=
					1l << q[i].fd % SET_BITS;
				bits++;
			}
		memcpy(set[k], kept, bytes);
	}
	return bits;
}

/* Linux looks at no more numbers than its table has room for: 64, until there
 * is a higher one (fs/file.c). */
static int looked_at(int n)
{
	int room = 64;

	for (int i = room; i < n; i++)
		while (i >= room && file_of(i))
			room = room < 128 ? 128 : 2 * room;
	return n < room ? n : room;
}

/* None of them is scarp's: the kernel's select knows them. */
static bool all_real(const struct pollfd *q, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		const struct file *f = file_of(q[i].fd);

		if (f && f->kind != FILE_REAL)
			return false;
	}
	return n && rt.mode == MODE_FORK;
}

/* SELECT_REAL: it is the kernel's. */
static int select_for(int n, long *const set[SETS], int64_t timeout_ns,
	uint64_t *left, uint64_t pc)
{
	uint64_t count;
	uint32_t index;
	long copy[SETS][FD_SETSIZE / SET_BITS], *own[SETS] = {0};
	size_t bytes;
	int ready;

	if (n < 0)
		return (int)refuse_call(EINVAL);
	if (n > FD_SETSIZE)
		n = FD_SETSIZE;
	if (rt.mode != MODE_FORK)
		n = looked_at(n);
	bytes = ((size_t)n + SET_BITS - 1) / SET_BITS * sizeof(long);
	for (int k = 0; k < SETS; k++) {
		if (!set[k])
			continue;
		access_read(set[k], bytes, pc);
		own[k] = memcpy(copy[k], set[k], bytes);
	}
	index = room_for((uint64_t)n);
	if (questions(asked(index), n, own, &count)) {
		numbers_point(OP_fd_control, pc);
		if (questions(asked(index), n, own, &count))
			return (int)refuse_call(EBADF);
	}
	if (all_real(asked(index), count))
		return SELECT_REAL;
	if (wait_for(index, count, timeout_ns, left, pc) < 0)
		return -1;
	for (uint64_t i = 0; i < count; i++)
		if (asked(index)[i].revents & POLLNVAL) /* closed meanwhile */
			return (int)refuse_call(EBADF);
	ready = answers(asked(index), count, n, own);
	for (int k = 0; k < SETS; k++) {
		if (!set[k])
			continue;
		access_write(set[k], bytes, pc);
		memcpy(set[k], own[k], bytes);
	}
	trace_result((uint64_t)ready);
	return ready;
}

EXPORT int LIBC(select)(
	int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *timeout)
{
	long *const set[SETS] = {(long *)in, (long *)out, (long *)other};
	int ready = SELECT_REAL;
	uint64_t left = 0;
	int64_t ns = -1;

	if (!controlled())
		return REAL(select)(n, in, out, other, timeout);
	if (timeout) {
		access_read(timeout, sizeof *timeout, CALLER);
		if (timeout->tv_sec < 0 || timeout->tv_usec < 0)
			return (int)refuse_call(EINVAL);
		ns = nanoseconds(timeout->tv_sec, timeout->tv_usec) < 0
			     ? -1
			     : timeout->tv_sec * 1000000000ll +
				       timeout->tv_usec * 1000ll;
	}
	ready = select_for(n, set, ns, timeout ? &left : 0, CALLER);
	if (ready == SELECT_REAL)
		return REAL(select)(n, in, out, other, timeout);
	if (timeout && ns >= 0) { /* Linux tells what is left, errors or not */
		if (ready < 0 && errno != EINTR)
			left = (uint64_t)ns;
		access_write(timeout, sizeof *timeout, CALLER);
		timeout->tv_sec = (time_t)(left / 1000000000);
		timeout->tv_usec = (suseconds_t)(left % 1000000000 / 1000);
	}
	return ready;
}

EXPORT int LIBC(pselect)(int n, fd_set *in, fd_set *out, fd_set *other,
	const struct timespec *timeout, const sigset_t *mask)
{
	long *const set[SETS] = {(long *)in, (long *)out, (long *)other};
	int64_t ns = -1;
	int ready;

	if (!controlled())
		return REAL(pselect)(n, in, out, other, timeout, mask);
	if (!poll_timeout(timeout, &ns, CALLER))
		return (int)refuse_call(EINVAL);
	poll_mask(mask, CALLER);
	ready = select_for(n, set, ns, 0, CALLER);
	if (ready == SELECT_REAL && signal_suspended(rt.self))
		unsupported("pselect with a signal mask of its own, of "
			    "descriptors that scarp does not model",
			CALLER);
	signal_resume(CALLER);
	return ready == SELECT_REAL
		       ? REAL(pselect)(n, in, out, other, timeout, mask)
		       : ready;
}
