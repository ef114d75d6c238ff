/* SPDX-License-Identifier: MIT */
#include "report/holders.h"

#include <stdlib.h>
#include <string.h>

#include "report/holds.h"

/* Arrived at an operation that was made later, and is a row. */
void holders_arrivals(struct sequence *s, const struct channel *c)
{
	static bool next_shown[THREADS_MAX];

	memset(next_shown, 0, sizeof next_shown);
	for (uint32_t i = s->count; i-- > 0;) {
		const struct trace_event *e = &c->event[s->item[i].at];

		if (s->item[i].is_data || e->flags & EVENT_INTERNAL)
			continue;
		if (e->kind == OP_none && !(e->flags & EVENT_FAILED))
			s->item[i].shown = next_shown[e->thread];
		next_shown[e->thread] = s->item[i].shown;
	}
}

struct noting {
	struct sequence *s;
	struct holds holds;
	uint32_t item_of[TRACE_MAX]; /* of each event */
	uint32_t last[THREADS_MAX];  /* newest event so far, plus one */
	tid shown;
	bool told, more;
};

/* The row or the note behind an event says who holds what it waits for. */
static void note_holder(struct noting *n, uint32_t event)
{
	const struct channel *c = n->holds.c;
	const struct hold *h = holds_of(
		&n->holds, holds_made(&n->holds, event)->place.address);

	if (!holds_arrived_only(&c->event[event]) || !h ||
		!holds_waits(&n->holds, event) ||
		n->s->item[n->item_of[h->event]].shown)
		return;
	n->s->item[n->item_of[h->event]].shown = true;
	n->more = true;
}

static void note_row(struct noting *n, tid t)
{
	if (n->shown != TID_NONE && n->shown != t && !n->told &&
		n->last[n->shown])
		note_holder(n, n->last[n->shown] - 1);
	n->shown = t;
	n->told = false;
}

static void note_event(struct noting *n, uint32_t event, bool shown)
{
	const struct trace_event *e = &n->holds.c->event[event];
	bool arrived = holds_arrived_only(e);

	if (e->flags & EVENT_INTERNAL)
		return;
	if (shown && !(arrived && !holds_waits(&n->holds, event))) {
		note_row(n, e->thread);
		if (arrived)
			note_holder(n, event);
		n->told = arrived;
	}
	n->last[e->thread] = event + 1;
	if (!arrived)
		holds_follow(&n->holds, event);
}

/* As story.c goes through the rows: a lock of which they say who holds it was
 * taken in a row.  That one may have a note before it, as well. */
void holders_show(struct sequence *s, const struct channel *c)
{
	enum {
		TIMES = 4
	};
	struct noting *n = calloc(1, sizeof *n);

	for (int times = 0; n && times < TIMES; times++) {
		holds_init(&n->holds, c);
		memset(n->last, 0, sizeof n->last);
		n->s = s;
		n->shown = TID_NONE;
		n->told = n->more = false;
		for (uint32_t i = 0; i < s->count; i++)
			if (!s->item[i].is_data)
				n->item_of[s->item[i].at] = i;
		for (uint32_t i = 0; i < s->count; i++)
			if (!s->item[i].is_data)
				note_event(n, s->item[i].at, s->item[i].shown);
			else if (s->item[i].shown)
				note_row(n, c->data[s->item[i].at].thread);
		if (!n->more)
			break;
		holders_arrivals(s, c);
	}
	free(n);
}
