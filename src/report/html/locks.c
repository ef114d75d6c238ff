/* SPDX-License-Identifier: MIT */
#include "report/html/locks.h"

bool locks_read_by(uint8_t kind)
{
	return kind == OP_rw_rdlock || kind == OP_rw_tryrdlock ||
	       kind == OP_rw_timedrdlock;
}

bool locks_taken_by(uint8_t kind)
{
	return op_is(kind, TAKES) || locks_read_by(kind);
}

static bool came_to_nothing(const struct trace_event *e)
{
	return e->flags & EVENT_BLOCKED ||
	       (e->flags & EVENT_HAS_RESULT && e->result);
}

bool locks_took(const struct trace_event *e)
{
	return locks_taken_by(e->kind) && !came_to_nothing(e);
}

static void take(
	struct locks *l, const struct trace_event *e, struct locks_change *out)
{
	out->object = e->place.address;
	out->reading = locks_read_by(e->kind);
	for (unsigned i = 0; i < l->count; i++)
		if (l->held[i].object == out->object &&
			l->held[i].thread == e->thread) {
			l->held[i].times++;
			return;
		}
	if (l->count == LOCKS_HELD_MAX)
		return;
	l->held[l->count++] =
		(struct lock_held){out->object, e->thread, out->reading, 1};
	out->took = true;
}

/* In order, so that the last one is the one that was taken last. */
static void give(struct locks *l, unsigned at, struct locks_change *out)
{
	out->object = l->held[at].object;
	out->reading = l->held[at].reading;
	if (--l->held[at].times)
		return;
	for (l->count--; at < l->count; at++)
		l->held[at] = l->held[at + 1];
	out->gave = true;
}

struct locks_change locks_follow(struct locks *l, const struct trace_event *e)
{
	struct locks_change out = {0};
	bool any = op_is(e->kind, GIVES_LAST);

	if (locks_took(e))
		take(l, e, &out);
	else if ((any || op_is(e->kind, GIVES)) && !(e->flags & EVENT_BLOCKED))
		for (unsigned i = l->count; i-- > 0;)
			if (l->held[i].thread == e->thread &&
				(any || l->held[i].object ==
						e->place.address)) {
				give(l, i, &out);
				break;
			}
	return out;
}
