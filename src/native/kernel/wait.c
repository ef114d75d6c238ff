/* SPDX-License-Identifier: MIT */
/* wait.c - operations on kernel objects, and what those that wait wait for */
#include "native/kernel/fifo.h"
#include "native/kernel/file.h"
#include "native/kernel/lock.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"

#include <poll.h>

#include "native/kernel/poll.h"
#include "native/kernel/sock.h"
#include "native/kernel/timer.h"
#include "native/kernel/interest.h"
#include "native/posix/clock.h"
#include "native/posix/thread_api.h"

/* For footprints: what others change through KEEP. */
void file_looked_at(const struct file *f)
{
	shared_read(f);
	if (f->in)
		shared_read(&queues[f->in - 1]);
	if (f->out)
		shared_read(&queues[f->out - 1]);
	if (f->kind == FILE_BYTES)
		shared_read(&contents[f->content - 1]);
}

bool file_can_read(const struct file *f)
{
	file_looked_at(f);
	switch (f->kind) {
	case FILE_SOCKET:
		return sock_can_read(f);
	case FILE_PIPE:
		return queue_can_read(f);
	case FILE_EVENT:
		return f->value > 0;
	case FILE_TIMER:
		return timer_expired(f);
	case FILE_SIGNAL:
		return signal_file_ready(f);
	default:
		return true;
	}
}

bool file_can_write(const struct file *f, uint64_t need)
{
	const struct queue *q;

	file_looked_at(f);
	switch (f->kind) {
	case FILE_SOCKET:
		return sock_can_write(f, need);
	case FILE_PIPE:
		if (!f->out)
			return true; /* an error */
		q = &queues[f->out - 1];
		if (!q->readers || q->closed)
			return true;
		queue_doubtful(q, need);
		return queue_has_room(q, need);
	case FILE_EVENT:
		return need < UINT64_MAX - f->value;
	default:
		return true;
	}
}

enum {
	WAIT_MORE = WAIT_AT_ONCE | WAIT_BEGUN | WAIT_SLEEPS
};

static bool is_over(const struct thread *t)
{
	const struct file *f = &files[t->scratch[1] % FILES_MAX];

	switch ((enum wait)(t->scratch[0] & ~(uint64_t)WAIT_MORE)) {
	case WAIT_READ:
		return file_can_read(f);
	case WAIT_WRITE:
		return file_can_write(f, t->scratch[2]);
	case WAIT_LOCK:
		return lock_is_free(f, t->scratch[2]);
	case WAIT_POLL:
		return poll_ready(t->scratch[1], t->scratch[2]) > 0;
	case WAIT_ACCEPT:
		return sock_can_accept(f);
	case WAIT_CONNECT:
		return sock_can_connect(f, t->scratch[2]);
	case WAIT_SEND:
		return datagram_can_send(f, t->scratch[2]);
	case WAIT_MEET:
		return fifo_is_met(f, t->scratch[2]);
	case WAIT_EPOLL:
		return f->kind != FILE_EPOLL || interest_ready(f);
	default:
		return true;
	}
}

bool wait_is_over(const struct thread *t)
{
	bool over;

	if (t->scratch[0] & WAIT_AT_ONCE)
		return true;
	signal_files_asked_by(t);
	over = is_over(t);
	signal_files_asked_by(0);
	return over;
}

bool wait_has_begun(const struct thread *t, enum op kind)
{
	return wait_sleeps(t, kind) ||
	       ((kind == OP_fd_read || kind == OP_fd_write) &&
		       t->scratch[0] & WAIT_BEGUN);
}

bool wait_sleeps(const struct thread *t, enum op kind)
{
	return (kind == OP_fd_read || kind == OP_fd_write ||
		       kind == OP_fd_connect) &&
	       t->scratch[0] & WAIT_SLEEPS;
}

bool wait_in_vain(const struct thread *t)
{
	bool ready;

	if (t->scratch[0] != (WAIT_POLL | WAIT_AT_ONCE))
		return false;
	signal_files_asked_by(t);
	ready = poll_ready(t->scratch[1], t->scratch[2]);
	signal_files_asked_by(0);
	return !ready;
}

/* Of the timers that the pending call of t asks for. */
static void ends_for(const struct thread *t, struct ends *e)
{
	switch ((enum wait)(t->scratch[0] & ~(uint64_t)WAIT_MORE)) {
	case WAIT_READ:
	case WAIT_EPOLL:
		timer_ends(&files[t->scratch[1] % FILES_MAX], e);
		break;
	case WAIT_POLL:
		poll_each(t->scratch[1], t->scratch[2], timer_ends, e);
		break;
	default:
		break;
	}
}

/* Alternatives: 0 is what is there by now, the others are the ends that the
 * clock may come to be at.  Returns how many of these there are. */
static int alternatives(const struct thread *t, bool over, struct ends *e)
{
	e->count = 0;
	ends_for(t, e);
	if (!over && t->scratch[3])
		ends_add(e, t->scratch[3]);
	return e->count;
}

/* Nobody is CANCELLED by them. */
static uint32_t list[TIMERS_MOST + 2];

static int end_of(uint32_t alternative)
{
	return (int)(alternative < CANCELLED ? alternative : alternative - 1) -
	       1;
}

static void offer(struct thread *t, struct pending *p)
{
	struct ends e;
	bool over;
	int n;

	if (offer_cancel(t, p))
		return;
	over = wait_is_over(t);
	n = alternatives(t, over, &e);
	p->offers = (uint32_t)(over + n);
	p->offer = n ? &list[!over] : 0;
}

bool wait_ends_in_time(const struct pending *p)
{
	return p->offers == 1 && p->offer == &list[1];
}

void wait_register(void);
void wait_register(void)
{
	offer_of[OP_fd_read] = offer;
	offer_of[OP_fd_write] = offer;
	offer_of[OP_fd_lock] = offer;
	offer_of[OP_fd_meet] = offer;
	offer_of[OP_fd_poll] = offer;
	offer_of[OP_fd_timed_poll] = offer;
	offer_of[OP_fd_accept] = offer;
	offer_of[OP_fd_connect] = offer;
	offer_of[OP_fd_wait] = offer;
	offer_of[OP_fd_timed_wait] = offer;
	for (uint32_t i = 0; i < sizeof list / sizeof *list; i++)
		list[i] = i < CANCELLED ? i : i + 1;
}

/* With SA_RESTART it goes on behind a handler (signal(7)). */
static bool restarts(enum op kind)
{
	return kind == OP_fd_read || kind == OP_fd_write ||
	       kind == OP_fd_accept || kind == OP_fd_lock ||
	       kind == OP_fd_connect || kind == OP_fd_meet;
}

/* Unix's sockets look for signals when they wake up, before they look for what
 * they waited for (net/unix/af_unix.c, unix_stream_read_generic,
 * unix_stream_connect, unix_dgram_sendmsg).  So it counts whether the thread
 * came when there was nothing, which is a step of its own. */
static uint32_t come(enum op kind, uint64_t object, unsigned wait, uint64_t pc)
{
	uint32_t granted;

	if (wait & WAIT_SLEEPS) {
		rt.self->scratch[0] = (wait & ~WAIT_SLEEPS) | WAIT_AT_ONCE;
		granted = sched_point(kind, object, 0, pc);
		if (granted || is_over(rt.self))
			return granted;
		thread_touch(rt.self);
	}
	rt.self->scratch[0] = wait;
	return sched_point(kind, object, 0, pc);
}

/* Only where signals are sent to other threads. */
static bool may_sleep(void)
{
	if (rt.channel->coarse_now & COARSE_SIGNALS)
		sleeps_are_seen();
	return rt.exits & EXITS_INTERRUPTED;
}

static uint32_t point(enum op kind, uint64_t object, unsigned wait, uint64_t n,
	uint64_t need, uint64_t deadline, uint64_t pc)
{
	uint32_t granted;
	struct ends e;
	uint64_t at;

	if (rt.self->held_by)
		return 0;
	if (wait & WAIT_SLEEPS && (wait & WAIT_AT_ONCE || !may_sleep()))
		wait &= ~(unsigned)WAIT_SLEEPS;
	do {
		thread_touch(rt.self);
		rt.self->scratch[1] = n;
		rt.self->scratch[2] = need;
		rt.self->scratch[3] = deadline;
		granted = come(kind, object, wait, pc);
	} while (granted == SIGNAL_ENDS &&
		 !signal_ends_call(
			 restarts(kind) && !deadline && !(wait & WAIT_BEGUN),
			 pc));
	if (granted == CANCELLED && kind == OP_fd_meet)
		return granted; /* what it has begun is undone first */
	if (granted == CANCELLED)
		cancel_act();
	if (kind == OP_fd_read || kind == OP_fd_write || kind == OP_fd_accept ||
		kind == OP_fd_connect)
		cancel_missed(rt.self);
	if (granted && granted != SIGNAL_ENDS) { /* as when it was offered */
		alternatives(rt.self, wait_is_over(rt.self), &e);
		at = e.at[end_of(granted)];
		if (at == deadline)
			clock_reach(at);
		else /* a timer goes off that it looks at */
			clock_pass_to(at);
	}
	return granted;
}

uint32_t kernel_point(enum op kind, uint64_t object, unsigned wait, uint64_t n,
	uint64_t need, uint64_t pc)
{
	return point(kind, object, wait, n, need, 0, pc);
}

uint32_t kernel_point_until(enum op kind, uint64_t object, unsigned wait,
	uint64_t n, uint64_t need, uint64_t deadline, uint64_t pc)
{
	return point(kind, object, wait, n, need, deadline, pc);
}

uint32_t kernel_timed_point(enum op kind, uint64_t object, unsigned wait,
	uint64_t n, uint64_t need, int64_t timeout_ns, uint64_t *deadline,
	uint64_t pc)
{
	*deadline = 0;
	if (timeout_ns > 0)
		*deadline = clock_after((uint64_t)timeout_ns, pc);
	return point(kind, object, timeout_ns == 0 ? wait | WAIT_AT_ONCE : wait,
		n, need, *deadline, pc);
}
