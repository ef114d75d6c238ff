/* SPDX-License-Identifier: MIT */
/* wait.c - operations on kernel objects, and what those that wait wait for */
#include "native/kernel/file.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"

#include <poll.h>

#include "native/kernel/poll.h"

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
	case FILE_PIPE:
	case FILE_SOCKET:
		return queue_can_read(f);
	case FILE_EVENT:
		return f->value > 0;
	default:
		return true;
	}
}

bool file_can_write(const struct file *f, uint64_t need)
{
	const struct queue *q;

	file_looked_at(f);
	switch (f->kind) {
	case FILE_PIPE:
	case FILE_SOCKET:
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

bool wait_is_over(const struct thread *t)
{
	const struct file *f = &files[t->scratch[1] % FILES_MAX];

	switch ((enum wait)t->scratch[0]) {
	case WAIT_READ:
		return file_can_read(f);
	case WAIT_WRITE:
		return file_can_write(f, t->scratch[2]);
	case WAIT_POLL:
		return poll_ready(t->scratch[1], t->scratch[2]) > 0;
	default:
		return true;
	}
}

static void offer(struct thread *t, struct pending *p)
{
	if (offer_cancel(t, p))
		return;
	if (p->kind == OP_fd_timed_poll)
		offer_timed(p, wait_is_over(t));
	else
		offer_success(p, wait_is_over(t));
}

void wait_register(void);
void wait_register(void)
{
	offer_of[OP_fd_read] = offer;
	offer_of[OP_fd_write] = offer;
	offer_of[OP_fd_poll] = offer;
	offer_of[OP_fd_timed_poll] = offer;
}

uint32_t kernel_point(enum op kind, uint64_t object, enum wait wait, uint64_t n,
	uint64_t need, uint64_t pc)
{
	uint32_t granted;

	if (rt.self->held_by)
		return 0;
	do {
		thread_touch(rt.self);
		rt.self->scratch[0] = wait;
		rt.self->scratch[1] = n;
		rt.self->scratch[2] = need;
		granted = sched_point(kind, object, 0, pc);
	} while (granted == SIGNAL_ENDS &&
		 !signal_ends_call(
			 kind == OP_fd_read || kind == OP_fd_write, pc));
	if (granted == CANCELLED)
		cancel_act();
	if (kind == OP_fd_read || kind == OP_fd_write)
		cancel_missed(rt.self);
	return granted;
}
