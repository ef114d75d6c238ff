/* SPDX-License-Identifier: MIT */
/* trace.c - what a replay tells: one event an operation
 *
 * The value of a plain store is not known in its hook: it is read back when the
 * next event comes, before anybody else ran.
 */
#include "native/trace.h"
#include "native/debug.h"
#include "native/internal.h"
#include "native/linear/operation.h"
#include "native/memory.h"
#include "native/offers.h"
#include "native/raw.h"
#include "native/races/cells.h"
#include "search/strategy.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

enum {
	UNREAD_MAX = 32,
	WALKED_MAX = 1 << 18 /* accesses of which the callers are known */
};

static struct trace_event *newest[THREADS_MAX]; /* of each thread */
static struct trace_event *unread; /* a store whose value is to be read */
static struct trace_data *unread_data[UNREAD_MAX];
static unsigned unreads;
static struct trace_data *begun; /* a store that may turn out to be wrong */
/* The library function that each thread is in: of another library. */
static uint64_t calling[THREADS_MAX];
/* What was told last was of a call from there, of which nothing may be made
 * yet: it tells of all that it touches first. */
static uint64_t call_pc;
static tid call_by;

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
	for (unsigned i = 0; i < unreads; i++)
		data_value(unread_data[i]);
	unreads = 0;
	call_pc = 0;
}

/* Its return address is on the stack while it runs. */
static bool inside_call(const struct channel_stack *s, bool by_call)
{
	for (uint32_t i = by_call ? 0 : 1; call_pc && i < s->frames; i++)
		if (s->pc[i] == call_pc)
			return true;
	return false;
}

/* A call that is not over does something that others may be before. */
static void leave_call(const struct channel_stack *s)
{
	if (inside_call(s, false)) {
		unread = 0;
		unreads = 0;
		call_pc = 0;
	}
	settle();
}

static bool overlaps(const struct channel_place *p, uint64_t size,
	const struct trace_data *now)
{
	return p->address < now->place.address + now->size &&
	       now->place.address < p->address + size;
}

/* Is it of a call that has told of stores, and not made them?  The call itself
 * tells more, or what it calls does.  (The next call from there may change the
 * same once more.) */
static bool goes_on(const struct trace_data *now, bool by_call)
{
	if (!inside_call(&now->stack, by_call) || call_by != now->thread ||
		unreads == UNREAD_MAX ||
		(unread && overlaps(&unread->place, unread->size, now)))
		return false;
	for (unsigned i = 0; i < unreads; i++)
		if (overlaps(&unread_data[i]->place, unread_data[i]->size, now))
			return false;
	return true;
}

/* After stack_walk(). */
static uint64_t called(void)
{
	/* As if it returned to its second byte. */
	return calling[rt.self->id] ? calling[rt.self->id] + 1 : stack_called();
}

void trace_calls(const void *function)
{
	calling[rt.self->id] = (uint64_t)function;
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
	struct channel_stack stack = {.thread = rt.self->id};
	uint64_t cfa[STACK_MAX] = {0};
	struct trace_event *e;

	stack.frames = stack_walk(stack.pc, cfa, STACK_MAX, pc);
	leave_call(&stack);
	if (c->events >= TRACE_MAX) {
		c->events_dropped++;
		newest[rt.self->id] = 0;
		return;
	}
	e = &c->event[c->events++];
	*e = (struct trace_event){.thread = rt.self->id,
		.kind = (uint8_t)kind,
		.size = size,
		.step = rt.world.step,
		.clock_ns = rt.world.clock_ns,
		.other = on_a_thread(kind) ? (tid)object : TID_NONE};
	place_of(op_info[kind].told == TOLD_operation ? HISTORY_IS_OF(object)
						      : object,
		&e->place);
	e->stack = stack;
	memcpy(e->cfa, cfa, sizeof e->cfa);
	e->call = op_info[kind].class == CLASS_data ? called() : 0;
	newest[e->thread] = e;
	/* Not yet done: until it is granted it stands as blocked. */
	e->flags = EVENT_BLOCKED;
}

void trace_take_back(void)
{
	struct channel *c = rt.channel;

	if (newest[rt.self->id])
		c->events--;
	else
		c->events_dropped--;
}

/* What it could do next is looked at only where the search asks. */
static bool could_go_on(tid t)
{
	struct pending *p = &rt.pending[t];

	if (!p->live || p->kind == OP_process_leave)
		return false;
	offer(thread_of(t), p);
	return is_preempted(p);
}

/* Who ran until now stays behind. */
static void leave_behind(const struct choice *c)
{
	tid last = rt.world.last;

	if (last < rt.world.threads && last != c->thread && newest[last] &&
		!rt.pending[c->thread].internal && could_go_on(last))
		newest[last]->flags |= EVENT_PREEMPTED;
}

void trace_decision(const struct choice *c)
{
	struct trace_event *e = newest[c->thread];

	leave_behind(c);
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
	debug_event((uint64_t)(e - c->event));
}

/* Until its thread makes the next step nobody else knows that it is late. */
uint32_t trace_late(void)
{
	struct trace_event *e = newest[rt.self->id];

	if (!e)
		return 0;
	e->flags |= EVENT_LATE;
	return (uint32_t)(e - rt.channel->event) + 1;
}

/* Has somebody else made a step since this one?  Arriving is none. */
static bool others_since(uint32_t event, tid t)
{
	const struct channel *c = rt.channel;

	for (uint32_t i = event; i + 1 < c->events; i++)
		if (c->event[i].thread != t && c->event[i].kind != OP_none &&
			!(c->event[i].flags & EVENT_BLOCKED))
			return true;
	return false;
}

void trace_visible(uint64_t value, uint64_t pc, uint32_t store)
{
	struct channel *c = rt.channel;
	struct trace_event *e;

	if (!c->events || c->events_dropped)
		return;
	e = &c->event[c->events - 1];
	e->value = value;
	e->flags |= EVENT_HAS_VALUE;
	e->result = store; /* report/late.h; not told as one */
	e->stack.pc[0] = pc;
	e->stack.frames = 1;
	if (!store || others_since(store, e->thread))
		return;
	c->event[store - 1].flags &= (uint16_t)~EVENT_LATE;
	e->kind = OP_none; /* dropped by the report */
	e->flags = 0;
}

/* The operation happens now: its event moves to the end, so that events stand
 * in the order in which things happened. */
void trace_granted(uint32_t alternative)
{
	struct channel *c = rt.channel;
	struct trace_event *e = newest[rt.self->id];

	if (!e)
		return;
	settle();
	if (e != &c->event[c->events - 1] && c->events < TRACE_MAX) {
		struct trace_event *now = &c->event[c->events++];

		*now = *e;
		e->kind = OP_none; /* dropped by the report */
		e = now;
		newest[e->thread] = e;
	}
	e->flags &= (uint16_t) ~(EVENT_BLOCKED | EVENT_PREEMPTED);
	e->alternative = alternative;
	if (op_info[e->kind].class == CLASS_data && e->kind != OP_read &&
		e->size <= 8)
		unread = e;
	if (e->kind == OP_read && e->size <= 8)
		read_back(e);
	if (op_info[e->kind].class == CLASS_data) {
		call_pc = e->stack.pc[0];
		call_by = e->thread;
	}
	debug_event((uint64_t)(e - c->event));
}

void trace_signal(void)
{
	struct trace_event *e = newest[rt.self->id];

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
	if (newest[rt.self->id]) {
		newest[rt.self->id]->value = value;
		newest[rt.self->id]->flags |= EVENT_HAS_VALUE;
	}
}

void trace_note_result(uint64_t result)
{
	if (newest[rt.self->id]) {
		newest[rt.self->id]->result = result;
		newest[rt.self->id]->flags |= EVENT_HAS_RESULT;
	}
}

void trace_note_wide_value(uint64_t low, uint64_t high)
{
	trace_note_value(low);
	if (newest[rt.self->id])
		newest[rt.self->id]->value_high = high;
}

void trace_note_wide_result(uint64_t low, uint64_t high)
{
	trace_note_result(low);
	if (newest[rt.self->id])
		newest[rt.self->id]->result_high = high;
}

static void time_over(uint64_t ns)
{
	struct trace_event *e = newest[rt.self->id];

	if (e) {
		e->clock_ns = ns;
		e->flags |= EVENT_TIME_OVER;
	}
}

void trace_slept(uint64_t ns)
{
	if (unlikely(rt.tracing))
		time_over(ns);
}

void trace_reached(uint64_t deadline)
{
	struct trace_event *e;

	if (likely(!rt.tracing))
		return;
	e = newest[rt.self->id];
	if (e)
		time_over(deadline > e->clock_ns ? deadline - e->clock_ns : 0);
}

void trace_place(uint64_t address)
{
	if (newest[rt.self->id])
		place_of(address, &newest[rt.self->id]->place);
}

void trace_other(tid other)
{
	if (unlikely(rt.tracing) && newest[rt.self->id])
		newest[rt.self->id]->other = other;
}

/* Once more what it did last, as loops that wait do. */
static bool repeats(const struct trace_data *d, const struct trace_data *now)
{
	return d->kind == DATA_READ && now->kind == DATA_READ &&
	       d->stack.pc[0] == now->stack.pc[0] && d->thread == now->thread &&
	       d->size == now->size && d->events == now->events &&
	       d->place.address == now->place.address;
}

void trace_data(enum data_kind kind, uint64_t address, uint64_t size,
	bool by_call, uint64_t pc)
{
	struct channel *c = rt.channel;
	struct trace_data now = {.size = size,
		.events = c->events,
		.thread = rt.self->id,
		.kind = (uint8_t)kind,
		.place.address = address,
		.stack.pc = {pc}};
	struct trace_data *d = &c->data[(c->data_seen - 1) % DATA_MAX];

	now.stack.thread = now.thread;
	now.stack.frames = 1;
	if (c->data_seen < WALKED_MAX) {
		now.stack.frames = stack_walk(now.stack.pc, 0, STACK_MAX, pc);
		now.call = by_call ? called() : 0;
	}
	if (!goes_on(&now, by_call)) {
		settle();
		call_pc = by_call ? pc : 0;
		call_by = now.thread;
	}
	if (c->data_seen && repeats(d, &now))
		return;
	d = &c->data[c->data_seen++ % DATA_MAX];
	*d = now;
	place_of(address, &d->place);
	debug_data(c->data_seen - 1);
	if (size > 8 || kind == DATA_ALLOCATE || kind == DATA_FREE)
		return;
	if (kind == DATA_READ)
		data_value(d);
	else
		begun = d;
}

void trace_data_made(void)
{
	if (begun)
		unread_data[unreads++] = begun;
	begun = 0;
}

void trace_failed(uint64_t pc)
{
	struct channel *c = rt.channel;
	struct trace_event *e;

	/* a store that fails is not made */
	if (unread && unread == newest[rt.self->id] &&
		unread->stack.pc[0] == pc)
		unread = 0;
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
