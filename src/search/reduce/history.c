/* SPDX-License-Identifier: MIT */
#include "search/reduce/history.h"
#include "search/late.h"

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
	struct earlier_event *earlier;

	memset(h, 0, sizeof *h);
	h->count_max = (uint32_t)(unit * EVENTS /
				  (sizeof *h->event + sizeof *earlier));
	h->event = part(&at, unit, EVENTS);
	earlier = (void *)(h->event + h->count_max);
	h->access = part(&at, unit, ACCESSES);
	h->clock = part(&at, unit, CLOCKS);
	h->race = part(&at, unit, RACES);
	h->last = part(&at, unit, LASTS);
	earlier_init(&h->earlier, h->event, sizeof *h->event);
	earlier_index(
		&h->earlier, earlier, part(&at, unit, RECENT), unit * RECENT);
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
	earlier_cut(&h->earlier, n);
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
	h->late |= now->footprint.late;
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
		!footprint_starts(&e->footprint, now->footprint.thread) &&
		!(now->footprint.late &&
			late_in_order(&e->footprint, &now->footprint))) {
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
			earlier_depends(
				&h->earlier, &e->footprint, &now->footprint) &&
			!meet(h, now, i))
			return false;
	}
	return true;
}

/* All that `now` depends on, but for what happens before another one of them.
 */
static void find(
	struct history *h, const struct past_event *now, struct found *f)
{
	const struct footprint *own = &now->footprint;
	const struct access *o = footprint_objects(own);

	earlier_find(&h->earlier, now->previous, f);
	for (uint32_t k = 0; own->acts && k < own->objects; k++)
		if (names_thread(&o[k]) && o[k].address < h->threads &&
			h->last[o[k].address] != EVENT_NONE)
			found_add(f, h->last[o[k].address]);
	for (tid t = 0; own->everything && t < h->threads; t++)
		if (h->last[t] != EVENT_NONE)
			found_add(f, h->last[t]);
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
	now->choice = done->choice;
	now->kind = done->kind;
	now->blocked = done->blocked;
	now->before = done->before;
	now->valued = done->valued;
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
		earlier_cut(&h->earlier, h->count);
		return;
	}
	h->last[t] = h->count++;
	h->full = false;
}
