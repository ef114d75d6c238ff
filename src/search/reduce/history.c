/* SPDX-License-Identifier: MIT */
#include "search/reduce/history.h"

#include <string.h>

/* Which part of the memory, in 64ths. */
enum {
	EVENTS = 22,
	ACCESSES = 12,
	CLOCKS = 12,
	RACES = 6,
	LASTS = 2,
	RECENT = 10
};

/* Events that one is found to depend on; with more it is compared with all. */
enum {
	FOUND_MAX = 64
};

static void *part(char **at, size_t unit, unsigned share)
{
	void *from = *at;

	*at += unit * share;
	return from;
}

void history_init(struct history *h, void *memory, size_t bytes)
{
	char *at = memory;
	size_t unit = bytes / 64 & ~(size_t)7;

	memset(h, 0, sizeof *h);
	h->event = part(&at, unit, EVENTS);
	h->access = part(&at, unit, ACCESSES);
	h->clock = part(&at, unit, CLOCKS);
	h->race = part(&at, unit, RACES);
	h->last = part(&at, unit, LASTS);
	recent_init(&h->recent, part(&at, unit, RECENT), unit * RECENT);
	memset(h->latest, 0xff, sizeof h->latest);
	h->count_max = (uint32_t)(unit * EVENTS / sizeof *h->event);
	h->accesses_max = unit * ACCESSES / sizeof *h->access;
	h->clocks_max = unit * CLOCKS / sizeof *h->clock;
	h->races_max = (uint32_t)(unit * RACES / sizeof *h->race);
	h->lasts_max = (uint32_t)(unit * LASTS / sizeof *h->last);
}

void history_cut(struct history *h, uint32_t n)
{
	if (n >= h->count)
		return;
	for (uint32_t i = h->count; i-- > n;) {
		const struct past_event *e = &h->event[i];

		h->last[e->footprint.thread] = e->previous;
	}
	h->accesses = h->event[n].accesses_before;
	h->clocks = h->event[n].clocks_before;
	h->races = h->event[n].races_before;
	memcpy(h->latest, h->event[n].before, sizeof h->latest);
	recent_cut(&h->recent, h->event[n].marks_before,
		h->event[n].places_before);
	h->count = n;
	h->full = false;
}

uint32_t history_last(const struct history *h, tid t, uint32_t end)
{
	uint32_t i = t < h->threads ? h->last[t] : EVENT_NONE;

	while (i != EVENT_NONE && i >= end)
		i = h->event[i].previous;
	return i;
}

static bool keep_footprint(struct history *h, struct past_event *now,
	const struct transition *done)
{
	struct access *kept = h->access + h->accesses;

	if (done->accesses > h->accesses_max - h->accesses)
		return false;
	if (done->accesses == 1)
		*kept = *done->access;
	else if (done->access != kept) /* not one that was loaded */
		memcpy(kept, done->access, done->accesses * sizeof *kept);
	history_settle(
		h, &now->footprint, done->choice.thread, kept, done->accesses);
	h->accesses += now->footprint.reads + now->footprint.writes +
		       now->footprint.objects;
	return true;
}

/* Threads up to t are known from now on; false: no room. */
static bool know(struct history *h, tid t)
{
	if (t >= h->lasts_max)
		return false;
	while (h->threads <= t)
		h->last[h->threads++] = EVENT_NONE;
	return true;
}

static void join(const struct history *h, uint32_t *clock, uint32_t i)
{
	const struct past_event *e = &h->event[i];
	const uint32_t *other = &h->clock[e->clock_at];

	for (tid t = 0; t < e->clock_length; t++)
		clock[t] = clock[t] < other[t] ? other[t] : clock[t];
}

/* Event i depends with `now`, and all later ones that do have been seen: unless
 * it is known to happen before, it is a race. */
static bool meet(struct history *h, struct past_event *now, uint32_t i)
{
	uint32_t *clock = &h->clock[now->clock_at];
	const struct past_event *e = &h->event[i];
	tid t = e->footprint.thread;

	if (clock[t] >= e->number)
		return true;
	if (t != now->footprint.thread &&
		!footprint_starts(&e->footprint, now->footprint.thread)) {
		if (h->races == h->races_max)
			return false;
		h->race[h->races++] = (struct race){i, h->count};
	}
	join(h, clock, i);
	return true;
}

/* Backwards: what already happens before needs no comparison, and what still
 * depends is a race, as nothing later stands between. */
static bool meet_all(struct history *h, struct past_event *now)
{
	const uint32_t *clock = &h->clock[now->clock_at];

	for (uint32_t i = h->count; i-- > 0;) {
		const struct past_event *e = &h->event[i];

		if (clock[e->footprint.thread] < e->number &&
			transitions_depend(&e->footprint, &now->footprint) &&
			!meet(h, now, i))
			return false;
	}
	return true;
}

/* Who did what belongs to the thread of `now` since its last event. */
static void find_starters(
	const struct history *h, const struct past_event *now, struct found *f)
{
	uint32_t since = now->previous == EVENT_NONE ? 0 : now->previous;
	uint32_t latest = now->before[LATEST_STARTER];

	if (latest != EVENT_NONE && latest >= since)
		recent_starters(&h->recent, now->footprint.thread, since, f);
}

/* All that `now` depends on, but for what happens before another one of them;
 * `now` becomes one of the recent ones. */
static void find(
	struct history *h, const struct past_event *now, struct found *f)
{
	const struct footprint *own = &now->footprint;
	const struct access *o = footprint_objects(own);

	find_starters(h, now, f);
	if (!recent_add(&h->recent, h->count, own, f)) {
		h->latest[LATEST_WIDE] = h->count;
		f->full = true;
	}
	for (uint32_t k = 0; own->acts && k < own->objects; k++)
		if (names_thread(&o[k]) && o[k].address < h->threads &&
			h->last[o[k].address] != EVENT_NONE)
			found_add(f, h->last[o[k].address]);
	for (tid t = 0; own->everything && t < h->threads; t++)
		if (h->last[t] != EVENT_NONE)
			found_add(f, h->last[t]);
	if (now->before[LATEST_EVERYTHING] != EVENT_NONE)
		found_add(f, now->before[LATEST_EVERYTHING]);
	for (uint32_t i = now->before[LATEST_WIDE]; i != EVENT_NONE;
		i = h->event[i].before[LATEST_WIDE])
		if (transitions_depend(&h->event[i].footprint, own))
			found_add(f, i);
}

/* Those that are not known to happen before, the latest first. */
static uint32_t sort_found(const struct history *h,
	const struct past_event *now, uint32_t *found, uint32_t count)
{
	const uint32_t *clock = &h->clock[now->clock_at];
	uint32_t kept = 0;

	for (uint32_t k = 0; k < count; k++) {
		const struct past_event *e = &h->event[found[k]];
		uint32_t event = found[k], at = kept;

		if (event == h->count ||
			clock[e->footprint.thread] >= e->number)
			continue;
		for (; at && found[at - 1] < event; at--)
			found[at] = found[at - 1];
		found[at] = event;
		kept++;
	}
	return kept;
}

/* The clock of `now`, and the races of which it is the second. */
static bool find_past(struct history *h, struct past_event *now)
{
	uint32_t *clock = &h->clock[now->clock_at], event[FOUND_MAX];
	struct found found = {event, 0, FOUND_MAX, false};
	bool fits = true;

	find(h, now, &found);
	if (found.full)
		fits = meet_all(h, now);
	else
		found.count = sort_found(h, now, event, found.count);
	for (uint32_t k = 0; !found.full && fits && k < found.count; k++)
		fits = meet(h, now, event[k]);
	clock[now->footprint.thread] = now->number;
	return fits;
}

/* What happens before `now` because of its own thread. */
static void begin_clock(struct history *h, struct past_event *now)
{
	uint32_t *clock = &h->clock[h->clocks];
	tid known = 0;

	now->clock_at = (uint32_t)h->clocks;
	now->clock_length = h->threads;
	if (now->previous != EVENT_NONE) {
		const struct past_event *e = &h->event[now->previous];

		known = e->clock_length;
		memcpy(clock, &h->clock[e->clock_at], known * sizeof *clock);
	}
	for (; known < h->threads; known++)
		clock[known] = 0;
	h->clocks += h->threads;
}

void history_add(struct history *h, const struct transition *done)
{
	struct past_event *now = &h->event[h->count];
	tid t = done->choice.thread;

	if (h->full)
		return;
	h->full = true;
	if (h->count == h->count_max)
		return;
	if (!know(h, t) || h->threads > h->clocks_max - h->clocks)
		return;
	/* All of it: the event that stood here before is another one's. */
	now->accesses_before = h->accesses;
	now->clocks_before = h->clocks;
	now->races_before = h->races;
	now->marks_before = h->recent.marks;
	now->places_before = h->recent.places;
	memcpy(now->before, h->latest, sizeof now->before);
	now->choice = done->choice;
	now->kind = done->kind;
	now->blocked = done->blocked;
	now->object = done->object;
	now->previous = h->last[t];
	now->number = now->previous == EVENT_NONE
			      ? 1
			      : h->event[now->previous].number + 1;
	if (!keep_footprint(h, now, done))
		return;
	begin_clock(h, now);
	if (!find_past(h, now)) {
		h->clocks = now->clocks_before;
		h->accesses = now->accesses_before;
		h->races = now->races_before;
		memcpy(h->latest, now->before, sizeof h->latest);
		recent_cut(&h->recent, now->marks_before, now->places_before);
		return;
	}
	if (now->footprint.everything)
		h->latest[LATEST_EVERYTHING] = h->count;
	if (now->footprint.acts)
		h->latest[LATEST_STARTER] = h->count;
	h->last[t] = h->count++;
	h->full = false;
}

void walk_begin(const struct history *h, const struct footprint *f,
	uint32_t end, struct walk *w)
{
	memcpy(w->latest, h->latest, sizeof w->latest);
	w->at = end;
	w->all = f->acts || f->everything ||
		 !marks_begin(&h->recent, f, &w->marks);
	if (!w->all && end < h->count)
		marks_skip(&h->recent, h->event[end].marks_before,
			end + 1 < h->count ? h->event[end + 1].marks_before
					   : h->recent.marks,
			&w->marks);
}

uint32_t walk_next(const struct history *h, struct walk *w)
{
	uint32_t end = w->at, next;

	if (w->all || end == 0 || end == EVENT_NONE)
		return w->at = end && end != EVENT_NONE ? end - 1 : EVENT_NONE;
	next = marks_next(&h->recent, &w->marks, end);
	for (unsigned sort = 0; sort < LATEST_STARTER; sort++) {
		uint32_t *i = &w->latest[sort];

		while (*i != EVENT_NONE && *i >= end)
			*i = h->event[*i].before[sort];
		if (*i != EVENT_NONE && (next == EVENT_NONE || *i > next))
			next = *i;
	}
	return w->at = next;
}

bool history_alone(const struct history *h, uint32_t i, uint32_t j)
{
	const struct past_event *e = &h->event[j];
	const struct footprint *f = &e->footprint;

	return f->objects == 1 && f->reads + f->writes == 0 && !f->acts &&
	       e->before[LATEST_WIDE] == EVENT_NONE &&
	       e->before[LATEST_EVERYTHING] == EVENT_NONE &&
	       h->latest[LATEST_WIDE] == EVENT_NONE &&
	       marks_alone(&h->recent, e->marks_before, i);
}
