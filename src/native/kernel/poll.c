/* SPDX-License-Identifier: MIT */
/* poll.c - which descriptors are ready; waiting until one is
 *
 * The question is copied before the operation: what the test stores there
 * meanwhile is not seen.  A timeout is an alternative once nothing is ready, as
 * everywhere (native-rules 16).
 */
#include "native/kernel/poll.h"
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/posix/clock.h"
#include "native/posix/signal.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
	POLL_MOST = 4096
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

/* Linux, net/unix/af_unix.c, unix_poll. */
static short of_socket(const struct file *f)
{
	bool no_more = ended(f->in, true), no_use = ended(f->out, false);
	short now = 0;

	if (queues[f->in - 1].reset)
		now |= POLLERR;
	if (no_more && no_use)
		now |= POLLHUP;
	if (no_more)
		now |= POLLRDHUP | POLLIN | POLLRDNORM;
	if (queues[f->in - 1].first)
		now |= POLLIN | POLLRDNORM;
	if (no_use || file_can_write(f, PIPE_ATOMIC))
		now |= POLLOUT | POLLWRNORM;
	return now;
}

static short answer(const struct pollfd *p)
{
	const struct file *f = file_of(p->fd);
	short now = 0;

	if (p->fd < 0)
		return 0;
	if (!f)
		return POLLNVAL;
	file_looked_at(f);
	if (f->kind == FILE_SOCKET) {
		now = of_socket(f);
	} else if (f->kind == FILE_PIPE) {
		if (f->in && queues[f->in - 1].first)
			now |= POLLIN | POLLRDNORM;
		if (f->in && ended(f->in, true))
			now |= POLLHUP;
		if (f->out && ended(f->out, false))
			now |= POLLERR | POLLOUT;
		else if (f->out && file_can_write(f, PIPE_ATOMIC))
			now |= POLLOUT | POLLWRNORM;
	} else {
		unsigned also = f->kind == FILE_EVENT ? 0 : ~0u;

		if (file_can_read(f))
			now |= POLLIN | (POLLRDNORM & also);
		if (file_can_write(f, 1))
			now |= POLLOUT | (POLLWRNORM & also);
	}
	return now & (p->events | POLLERR | POLLHUP | POLLNVAL);
}

unsigned poll_ready(uint64_t index, uint64_t n)
{
	unsigned ready = 0;

	for (uint64_t i = 0; i < n; i++)
		ready += answer(&asked(index)[i]) != 0;
	return ready;
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
	if (f->kind == FILE_EVENT)
		spin_object((void *)&f->value, sizeof f->value, false);
	if (!p->revents)
		return;
	if (f->in)
		hb_acquire(object_get(kernel_object(KERNEL_PIPE, f->in - 1u),
			OBJECT_FILE, 0));
	else if (f->kind == FILE_EVENT)
		hb_acquire(object_get(
			kernel_object(KERNEL_EVENT, (uint64_t)(f - files)),
			OBJECT_FILE, 0));
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

/* Descriptors that the kernel has beside ours cannot be waited for together. */
static void all_ours(const struct pollfd *p, uint64_t n, uint64_t pc)
{
	for (uint64_t i = 0; i < n; i++) {
		const struct file *f = file_of(p[i].fd);

		if (f ? f->kind == FILE_REAL
		      : p[i].fd >= 0 && rt.mode == MODE_FORK &&
					inventory_unknown_calls())
			unsupported("poll of a descriptor that scarp does not "
				    "model",
				pc);
	}
}

/* timeout_ns -1: none */
static int wait_for(
	struct pollfd *p, uint64_t n, int64_t timeout_ns, uint64_t pc)
{
	uint64_t deadline = 0;
	uint32_t index;
	int ready = 0;

	if (n > POLL_MOST)
		return (int)refuse_call(EINVAL);
	access_read(p, n * sizeof *p, pc);
	arena_words(n * sizeof *p / 4 + 2, &index);
	memcpy(asked(index), p, n * sizeof *p);
	all_ours(p, n, pc);
	if (timeout_ns > 0)
		deadline = clock_after((uint64_t)timeout_ns, pc);
	if (kernel_point(timeout_ns > 0 ? OP_fd_timed_poll : OP_fd_poll,
		    object_of(n ? asked(index) : 0),
		    timeout_ns == 0 ? WAIT_NOT : WAIT_POLL, index, n, pc) == 1)
		clock_reach(deadline);
	for (uint64_t i = 0; i < n; i++) {
		struct pollfd *q = &asked(index)[i];

		q->revents = answer(q);
		learn(q);
		ready += q->revents != 0;
		access_write(&p[i].revents, sizeof p[i].revents, pc);
		p[i].revents = q->revents;
	}
	trace_result((uint64_t)ready);
	return ready;
}

EXPORT int LIBC(poll)(struct pollfd *p, nfds_t n, int timeout_ms)
{
	if (!controlled())
		return REAL(poll)(p, n, timeout_ms);
	return wait_for(
		p, n, timeout_ms < 0 ? -1 : timeout_ms * 1000000ll, CALLER);
}

EXPORT int LIBC(ppoll)(struct pollfd *p, nfds_t n,
	const struct timespec *timeout, const sigset_t *mask)
{
	if (!controlled())
		return REAL(ppoll)(p, n, timeout, mask);
	if (timeout) {
		access_read(timeout, sizeof *timeout, CALLER);
		if (timeout->tv_sec < 0 || timeout->tv_nsec < 0 ||
			timeout->tv_nsec >= 1000000000)
			return (int)refuse_call(EINVAL);
	}
	if (mask) {
		uint64_t bits;

		access_read(mask, sizeof bits, CALLER); /* all that Linux has */
		memcpy(&bits, mask, sizeof bits);
		if ((bits ^ signal_blocked(rt.self)) & ~NEVER_BLOCKED)
			unsupported("ppoll with a signal mask that is not the "
				    "thread's own",
				CALLER);
	}
	return wait_for(p, n,
		timeout ? timeout->tv_sec * 1000000000ll + timeout->tv_nsec
			: -1,
		CALLER);
}
