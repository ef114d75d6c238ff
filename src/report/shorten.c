/* SPDX-License-Identifier: MIT */
#include "report/shorten.h"

#include <stdlib.h>

enum {
	LAST = 50,	 /* rows at the end that are kept in any case */
	BESIDE = 5,	 /* rows before and behind one that decides */
	BEGINNINGS = 10, /* creations of threads */
	OF_OBJECTS = 30, /* rows on what somebody waits for */
	SHORT = 3,	 /* fewer are not worth a line */
	OBJECTS = NOTED + 64
};

struct rows {
	struct sequence *s;
	const struct channel *c;
	uint32_t *item; /* of each row */
	bool *keep;
	uint32_t count, kept;
	uint64_t object[OBJECTS];
	unsigned objects;
};

static void keep(struct rows *r, uint32_t row)
{
	r->kept += !r->keep[row];
	r->keep[row] = true;
}

static const struct trace_event *event_of(const struct rows *r, uint32_t row)
{
	const struct item *i = &r->s->item[r->item[row]];

	return i->is_data ? NULL : &r->c->event[i->at];
}

static void add_object(struct rows *r, uint64_t address)
{
	if (address && r->objects < OBJECTS)
		r->object[r->objects++] = address;
}

/* What decides, and what threads wait for in the end. */
static void objects(struct rows *r, const struct noted *note)
{
	for (unsigned n = 0; note && n < NOTED; n++)
		if (note[n].there)
			add_object(r,
				note[n].is_data
					? r->c->data[note[n].at].place.address
					: r->c->event[note[n].at]
						  .place.address);
	for (unsigned i = 0; r->c->bugs && i < r->c->bug[0].waits; i++)
		add_object(r, r->c->bug[0].wait[i].object);
}

static bool on_objects(const struct rows *r, uint32_t row)
{
	struct touch t = sequence_touch(r->c, &r->s->item[r->item[row]]);
	const struct trace_event *e = event_of(r, row);

	for (unsigned i = 0; i < r->objects; i++)
		if (t.size && r->object[i] - t.address < t.size)
			return true;
	return e && e->flags & EVENT_TIME_OVER;
}

static void keep_what_decides(struct rows *r, const struct noted *note)
{
	for (uint32_t row = 0; row < r->count; row++) {
		const struct item *i = &r->s->item[r->item[row]];
		bool decides = false;

		for (unsigned n = 0; note && n < NOTED; n++)
			decides |= sequence_is(i, &note[n]);
		if (i->used)
			keep(r, row);
		for (uint32_t k = row < BESIDE ? 0 : row - BESIDE;
			decides && k < r->count && k <= row + BESIDE; k++)
			keep(r, k);
	}
}

static void keep_beginnings(struct rows *r)
{
	unsigned n = 0;

	for (uint32_t row = 0; row < r->count && n < BEGINNINGS; row++) {
		const struct trace_event *e = event_of(r, row);

		if (e && e->kind == OP_thread_create) {
			keep(r, row);
			n++;
		}
	}
}

/* From the end, as many as there is room for. */
static void keep_others(struct rows *r, bool objects_alone, uint32_t most)
{
	for (uint32_t row = r->count; row-- > 0 && r->kept < most;)
		if (!objects_alone || on_objects(r, row))
			keep(r, row);
}

/* Between two rows that are kept all items are left out, if some rows are. */
static void leave_out(struct rows *r)
{
	for (uint32_t row = 0, end; row < r->count; row = end) {
		uint32_t to;

		end = row + 1;
		if (r->keep[row])
			continue;
		while (end < r->count && !r->keep[end])
			end++;
		if (end - row < SHORT)
			continue;
		to = end < r->count ? r->item[end] : r->s->count;
		for (uint32_t i = r->item[row]; i < to; i++)
			r->s->item[i].out = true;
	}
}

static void choose(struct rows *r, const struct noted *note)
{
	uint32_t last = r->count < LAST ? 0 : r->count - LAST;

	objects(r, note);
	for (uint32_t row = last; row < r->count; row++)
		keep(r, row);
	keep_what_decides(r, note);
	keep_beginnings(r);
	keep_others(r, true, r->kept + OF_OBJECTS);
	keep_others(r, false, SEQUENCE_ROWS);
	leave_out(r);
}

void shorten(
	struct sequence *s, const struct channel *c, const struct noted *note)
{
	struct rows r = {.s = s, .c = c};

	for (uint32_t i = 0; i < s->count; i++)
		r.count += s->item[i].shown;
	if (r.count <= SEQUENCE_ROWS + SEQUENCE_ROWS / 12)
		return;
	r.item = calloc(r.count, sizeof *r.item);
	r.keep = calloc(r.count, sizeof *r.keep);
	if (r.item && r.keep) {
		r.count = 0;
		for (uint32_t i = 0; i < s->count; i++)
			if (s->item[i].shown)
				r.item[r.count++] = i;
		choose(&r, note);
	}
	free(r.item);
	free(r.keep);
}
