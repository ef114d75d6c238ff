/* SPDX-License-Identifier: MIT */
#include "report/holds.h"

#include <string.h>

bool holds_dropped(const struct trace_event *e)
{
	return e->kind == OP_none && !e->flags && e->result;
}

void holds_init(struct holds *h, const struct channel *c)
{
	static uint32_t last[THREADS_MAX];

	h->c = c;
	h->holds = 0;
	memset(h->ended, 0, sizeof h->ended);
	memset(last, 0, sizeof last);
	for (uint32_t i = c->events; i-- > 0;) {
		tid t = c->event[i].thread;

		h->next[i] = UINT32_MAX;
		if (c->event[i].flags & EVENT_INTERNAL ||
			holds_dropped(&c->event[i]))
			continue;
		if (last[t])
			h->next[i] = last[t] - 1;
		last[t] = i + 1;
	}
}

static struct hold *held(struct holds *h, uint64_t object)
{
	for (unsigned i = 0; i < h->holds; i++)
		if (h->hold[i].object == object)
			return &h->hold[i];
	return NULL;
}

const struct hold *holds_of(const struct holds *h, uint64_t object)
{
	for (unsigned i = 0; i < h->holds; i++)
		if (h->hold[i].object == object)
			return &h->hold[i];
	return NULL;
}

static void take(struct holds *h, uint32_t event)
{
	const struct trace_event *e = &h->c->event[event];
	struct hold *it = held(h, e->place.address);

	if (!it && h->holds < HOLDS_MAX)
		it = &h->hold[h->holds++];
	if (it)
		*it = (struct hold){e->place.address, e->thread,
			e->stack.frames ? e->stack.pc[0] : 0, event};
}

static void give(struct holds *h, uint64_t object)
{
	struct hold *it = held(h, object);

	if (it)
		*it = h->hold[--h->holds];
}

/* The lock that a condition wait lets go: the last one its thread took. */
static void give_last(struct holds *h, tid t)
{
	for (unsigned i = h->holds; i-- > 0;)
		if (h->hold[i].owner == t) {
			give(h, h->hold[i].object);
			return;
		}
}

void holds_follow(struct holds *h, uint32_t event)
{
	const struct trace_event *e = &h->c->event[event];
	bool failed = e->flags & EVENT_HAS_RESULT && e->result;

	if (e->kind == OP_thread_exit)
		h->ended[e->thread] = true;
	if (op_is(e->kind, TAKES) && !failed)
		take(h, event);
	if (op_is(e->kind, GIVES))
		give(h, e->place.address);
	if (op_is(e->kind, GIVES_LAST))
		give_last(h, e->thread);
}

const struct trace_event *holds_made(const struct holds *h, uint32_t event)
{
	const struct trace_event *e = &h->c->event[event];

	if (e->kind == OP_none && !(e->flags & EVENT_FAILED) &&
		h->next[event] != UINT32_MAX)
		return &h->c->event[h->next[event]];
	return e;
}

/* Did somebody else touch its object before it went on?  Then it may well have
 * waited for that. */
static bool touched_meanwhile(const struct holds *h, uint32_t event)
{
	const struct trace_event *e = &h->c->event[event];
	uint32_t end = h->next[event];

	for (uint32_t i = event + 1; i < h->c->events && i < end; i++)
		if (h->c->event[i].thread != e->thread &&
			h->c->event[i].place.address == e->place.address)
			return true;
	return end == UINT32_MAX;
}

bool holds_waits(const struct holds *h, uint32_t event)
{
	const struct trace_event *e = holds_made(h, event);

	if (h->c->event[event].flags & EVENT_PREEMPTED)
		return false;
	switch ((enum op_waits)op_info[e->kind].waits) {
	case WAITS_mutex:
	case WAITS_rwlock:
		return holds_of(h, e->place.address);
	case WAITS_end:
		return e->other >= THREADS_MAX || !h->ended[e->other];
	case WAITS_wake:
	case WAITS_arrivals:
	case WAITS_others:
		return true;
	case WAITS_units:
	case WAITS_change:
		return !op_is(e->kind, GIVES_WAY_LATE) &&
		       touched_meanwhile(h, event);
	default:
		return false;
	}
}

bool holds_arrived_only(const struct trace_event *e)
{
	return !(e->flags & EVENT_FAILED) &&
	       (e->kind == OP_none || e->flags & EVENT_BLOCKED);
}
