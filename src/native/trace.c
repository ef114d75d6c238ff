/* SPDX-License-Identifier: MIT */
/* trace.c - what a replay tells: one event an operation
 *
 * The value of a plain store is not known in its hook: it is read back when the
 * next event comes, before anybody else ran.
 */
#include "native/trace.h"
#include "native/internal.h"
#include "native/memory.h"
#include "native/raw.h"
#include "native/races/cells.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

enum {
	WALKED_MAX = 1 << 18 /* accesses of which the callers are known */
};

static struct trace_event *last_of[THREADS_MAX]; /* each thread's newest */
static struct trace_event *unread; /* a store whose value is to be read */
static struct trace_data *unread_data;
static struct trace_data *begun; /* a store that may turn out to be wrong */

/* Of up to 8 bytes.  False: there may be no such memory, and the test is about
 * to crash by itself. */
static bool value_at(uint64_t address, uint64_t size, uint64_t *value)
{
	struct iovec to = {value, size}, from = {(void *)address, size};
	static bool refused; /* as some containers do */
	long n;

	*value = 0;
	if (!refused) {
		n = raw_syscall6(SYS_process_vm_readv,
			raw_syscall(SYS_getpid, 0, 0), (long)&to, 1,
			(long)&from, 1, 0);
		if (n != -EPERM && n != -ENOSYS)
			return n == (long)size;
		refused = true;
	}
	if (!in_heap(address) && !own_stack(address))
		return false;
	*value = memory_value(rt.self, address, size);
	return true;
}

static void data_value(struct trace_data *d)
{
	d->has_value = value_at(d->place.address, d->size, &d->value);
}

static void read_back(struct trace_event *e)
{
	if (value_at(e->place.address, e->size, &e->value))
		e->flags |= EVENT_HAS_VALUE;
}

static void settle(void)
{
	if (unread) {
		read_back(unread);
		unread = 0;
	}
	if (unread_data) {
		data_value(unread_data);
		unread_data = 0;
	}
}

static tid count_enabled(void)
{
	tid n = 0;

	for (tid i = 0; i < rt.world.threads; i++)
		n += is_thread(&rt.pending[i]) && rt.pending[i].offers > 0;
	return n;
}

/* The object of these operations is a thread: known before they are made. */
static bool on_a_thread(enum op kind)
{
	return op_info[kind].told == TOLD_thread && kind != OP_thread_create;
}

void trace_arrive(enum op kind, uint64_t object, uint32_t size, uint64_t pc)
{
	struct channel *c = rt.channel;
	struct trace_event *e;

	settle();
	if (c->events >= TRACE_MAX) {
		c->events_dropped++;
		last_of[rt.self->id] = 0;
		return;
	}
	e = &c->event[c->events++];
	*e = (struct trace_event){.thread = rt.self->id,
		.kind = (uint8_t)kind,
		.size = size,
		.step = rt.world.step,
		.other = on_a_thread(kind) ? (tid)object : TID_NONE};
	place_of(object, &e->place);
	e->stack.thread = e->thread;
	e->stack.frames = stack_walk(e->stack.pc, e->cfa, STACK_MAX, pc);
	last_of[e->thread] = e;
	/* Not yet done: until it is granted it stands as blocked. */
	e->flags = EVENT_BLOCKED;
}

void trace_take_back(void)
{
	struct channel *c = rt.channel;

	if (last_of[rt.self->id])
		c->events--;
	else
		c->events_dropped--;
}

void trace_decision(const struct choice *c)
{
	struct trace_event *e = last_of[c->thread];

	if (e) {
		e->step = rt.world.step - 1;
		e->offered = count_enabled();
		e->flags |= EVENT_POINT;
		e->alternative = c->alternative;
	}
}

void trace_internal(const struct pending *p)
{
	struct channel *c = rt.channel;
	struct trace_event *e;

	settle();
	if (c->events >= TRACE_MAX) {
		c->events_dropped++;
		return;
	}
	e = &c->event[c->events++];
	*e = (struct trace_event){.thread = p->owner,
		.kind = p->kind,
		.size = p->size,
		.step = rt.world.step - 1,
		.other = TID_NONE,
		.offered = count_enabled(),
		.flags = EVENT_POINT | EVENT_INTERNAL};
	place_of(p->object, &e->place);
	e->stack.thread = e->thread;
}

/* The operation happens now: its event moves to the end, so that events stand
 * in the order in which things happened. */
void trace_granted(uint32_t alternative)
{
	struct channel *c = rt.channel;
	struct trace_event *e = last_of[rt.self->id];

	if (!e)
		return;
	settle();
	if (e != &c->event[c->events - 1] && c->events < TRACE_MAX) {
		struct trace_event *now = &c->event[c->events++];

		*now = *e;
		e->kind = OP_none; /* dropped by the report */
		e = now;
		last_of[e->thread] = e;
	}
	e->flags &= (uint8_t)~EVENT_BLOCKED;
	e->alternative = alternative;
	if (e->kind == OP_write && e->size <= 8)
		unread = e;
	if (e->kind == OP_read && e->size <= 8)
		read_back(e);
}

void trace_signal(void)
{
	struct trace_event *e = last_of[rt.self->id];

	if (!e)
		return;
	e->kind = OP_signal_take;
	e->size = 0;
	place_of(0, &e->place);
	e->other = TID_NONE;
	trace_granted(0);
}

void trace_note_value(uint64_t value)
{
	if (last_of[rt.self->id]) {
		last_of[rt.self->id]->value = value;
		last_of[rt.self->id]->flags |= EVENT_HAS_VALUE;
	}
}

void trace_note_result(uint64_t result)
{
	if (last_of[rt.self->id]) {
		last_of[rt.self->id]->result = result;
		last_of[rt.self->id]->flags |= EVENT_HAS_RESULT;
	}
}

void trace_place(uint64_t address)
{
	if (last_of[rt.self->id])
		place_of(address, &last_of[rt.self->id]->place);
}

void trace_other(tid other)
{
	if (unlikely(rt.tracing) && last_of[rt.self->id])
		last_of[rt.self->id]->other = other;
}

/* Once more what it did last, as loops that wait do. */
static bool repeats(const struct trace_data *d, const struct trace_data *now)
{
	return d->kind == DATA_READ && now->kind == DATA_READ &&
	       d->stack.pc[0] == now->stack.pc[0] && d->thread == now->thread &&
	       d->size == now->size && d->events == now->events &&
	       d->place.address == now->place.address;
}

void trace_data(
	enum data_kind kind, uint64_t address, uint64_t size, uint64_t pc)
{
	struct channel *c = rt.channel;
	struct trace_data now = {.size = size,
		.events = c->events,
		.thread = rt.self->id,
		.kind = (uint8_t)kind,
		.place.address = address,
		.stack.pc = {pc}};
	struct trace_data *d = &c->data[(c->data_seen - 1) % DATA_MAX];

	settle();
	if (c->data_seen && repeats(d, &now))
		return;
	d = &c->data[c->data_seen++ % DATA_MAX];
	*d = now;
	place_of(address, &d->place);
	d->stack.thread = d->thread;
	d->stack.pc[0] = pc;
	d->stack.frames = 1;
	if (c->data_seen < WALKED_MAX)
		d->stack.frames = stack_walk(d->stack.pc, 0, STACK_MAX, pc);
	if (size > 8 || kind == DATA_ALLOCATE || kind == DATA_FREE)
		return;
	if (kind == DATA_READ)
		data_value(d);
	else
		begun = d;
}

void trace_data_made(void)
{
	unread_data = begun;
	begun = 0;
}

void trace_failed(uint64_t pc)
{
	struct channel *c = rt.channel;
	struct trace_event *e;

	settle();
	if (!rt.self || c->events >= TRACE_MAX)
		return;
	e = &c->event[c->events++];
	*e = (struct trace_event){.thread = rt.self->id,
		.kind = OP_none,
		.step = rt.world.step,
		.other = TID_NONE,
		.flags = EVENT_FAILED};
	e->place.stack_of = e->place.tls_of = TID_NONE;
	e->stack.thread = e->thread;
	e->stack.frames = stack_walk(e->stack.pc, e->cfa, STACK_MAX, pc);
}
