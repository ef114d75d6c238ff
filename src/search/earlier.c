/* SPDX-License-Identifier: MIT */
#include "search/earlier.h"

#include <string.h>

void earlier_init(struct earlier *o, const void *event, size_t each)
{
	memset(o, 0, sizeof *o);
	o->event = event;
	o->each = each;
	memset(o->latest, 0xff, sizeof o->latest);
}

void earlier_index(
	struct earlier *o, struct earlier_event *at, void *memory, size_t bytes)
{
	o->at = at;
	recent_init(&o->recent, memory, bytes);
}

void earlier_cut(struct earlier *o, uint32_t n)
{
	const struct earlier_event *first = &o->at[n];

	if (n >= o->count)
		return;
	o->count = n;
	if (!o->at)
		return;
	memcpy(o->latest, first->before, sizeof o->latest);
	recent_cut(&o->recent, first->marks_before, first->places_before);
}

bool earlier_depends_by(const struct earlier *o, const struct footprint *before,
	const struct footprint *now)
{
	return o->lazy ? transitions_depend_lazily(before, now)
		       : transitions_depend(before, now);
}

/* Who did what belongs to the thread of f since its last event. */
static void find_starters(const struct earlier *o, const struct footprint *f,
	uint32_t previous, struct found *out)
{
	uint32_t since = previous == EVENT_NONE ? 0 : previous;
	uint32_t latest = o->latest[LATEST_STARTER];

	if (latest != EVENT_NONE && latest >= since)
		recent_starters(&o->recent, f->thread, since, out);
}

/* Those that places do not show. */
static void find_others(
	const struct earlier *o, const struct footprint *f, struct found *out)
{
	if (o->latest[LATEST_EVERYTHING] != EVENT_NONE)
		found_add(out, o->latest[LATEST_EVERYTHING]);
	for (uint32_t i = o->latest[LATEST_WIDE]; i != EVENT_NONE;
		i = o->at[i].before[LATEST_WIDE])
		if (earlier_depends(o, earlier_footprint(o, i), f))
			found_add(out, i);
}

void earlier_find(struct earlier *o, uint32_t previous, struct found *out)
{
	uint32_t i = o->count;
	const struct footprint *f = earlier_footprint(o, i);
	struct earlier_event *now = &o->at[i];
	bool wide;

	now->marks_before = o->recent.marks;
	now->places_before = o->recent.places;
	memcpy(now->before, o->latest, sizeof now->before);
	find_starters(o, f, previous, out);
	wide = !recent_add(&o->recent, i, f, out);
	out->full |= wide;
	find_others(o, f, out);
	if (wide)
		o->latest[LATEST_WIDE] = i;
	if (f->everything)
		o->latest[LATEST_EVERYTHING] = i;
	if (f->acts)
		o->latest[LATEST_STARTER] = i;
	earlier_add(o);
}

void walk_begin(const struct earlier *o, const struct footprint *f,
	uint32_t end, struct walk *w)
{
	w->at = end;
	w->all = !o->at || f->acts || f->everything ||
		 !marks_begin(&o->recent, f, &w->marks);
	if (w->all)
		return;
	memcpy(w->latest, o->latest, sizeof w->latest);
	if (end < o->count)
		marks_skip(&o->recent, o->at[end].marks_before,
			end + 1 < o->count ? o->at[end + 1].marks_before
					   : o->recent.marks,
			&w->marks);
}

uint32_t walk_by_places(const struct earlier *o, struct walk *w)
{
	uint32_t end = w->at, next = marks_next(&o->recent, &w->marks, end);

	for (unsigned sort = 0; sort < LATEST_STARTER; sort++) {
		uint32_t *i = &w->latest[sort];

		while (*i != EVENT_NONE && *i >= end)
			*i = o->at[*i].before[sort];
		if (*i != EVENT_NONE && (next == EVENT_NONE || *i > next))
			next = *i;
	}
	return next;
}

bool earlier_alone(const struct earlier *o, uint32_t i, uint32_t j)
{
	const struct earlier_event *e = &o->at[j];
	const struct footprint *f = earlier_footprint(o, j);

	return f->objects == 1 && f->reads + f->writes == 0 && !f->acts &&
	       e->before[LATEST_WIDE] == EVENT_NONE &&
	       e->before[LATEST_EVERYTHING] == EVENT_NONE &&
	       o->latest[LATEST_WIDE] == EVENT_NONE &&
	       marks_alone(&o->recent, e->marks_before, i);
}
