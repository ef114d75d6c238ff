/* SPDX-License-Identifier: MIT */
#include "search/reduce/history.h"

#include <string.h>

/* Which part of the memory, in 64ths. */
enum {
	EVENTS = 24,
	ACCESSES = 16,
	CLOCKS = 14,
	RACES = 8,
	LASTS = 2
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
	h->count_max = (uint32_t)(unit * EVENTS / sizeof *h->event);
	h->accesses_max = unit * ACCESSES / sizeof *h->access;
	h->clocks_max = unit * CLOCKS / sizeof *h->clock;
	h->races_max = (uint32_t)(unit * RACES / sizeof *h->race);
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
	memcpy(kept, done->access, done->accesses * sizeof *kept);
	footprint_settle(
		&now->footprint, done->choice.thread, kept, done->accesses);
	h->accesses += now->footprint.reads + now->footprint.writes +
		       now->footprint.objects;
	return true;
}

/* Threads up to t are known from now on. */
static void know(struct history *h, tid t)
{
	while (h->threads <= t)
		h->last[h->threads++] = EVENT_NONE;
}

static void join(const struct history *h, uint32_t *clock, uint32_t i)
{
	const struct past_event *e = &h->event[i];

	for (tid t = 0; t < e->clock_length; t++)
		if (clock[t] < h->clock[e->clock_at + t])
			clock[t] = h->clock[e->clock_at + t];
}

/* Backwards: what already happens before needs no comparison, and what still
 * depends is a race, as nothing later stands between. */
static bool find_past(struct history *h, struct past_event *now)
{
	uint32_t *clock = &h->clock[now->clock_at], i = h->count;

	while (i-- > 0) {
		const struct past_event *e = &h->event[i];
		tid t = e->footprint.thread;

		if (clock[t] >= e->number ||
			!transitions_depend(&e->footprint, &now->footprint))
			continue;
		if (t != now->footprint.thread &&
			!footprint_starts(
				&e->footprint, now->footprint.thread)) {
			if (h->races == h->races_max)
				return false;
			h->race[h->races++] = (struct race){i, h->count};
		}
		join(h, clock, i);
	}
	clock[now->footprint.thread] = now->number;
	return true;
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
	know(h, t);
	if (h->threads > h->clocks_max - h->clocks)
		return;
	memset(now, 0, sizeof *now);
	now->accesses_before = h->accesses;
	now->clocks_before = h->clocks;
	now->races_before = h->races;
	now->choice = done->choice;
	now->kind = done->kind;
	now->blocked = done->blocked;
	now->object = done->object;
	now->previous = h->last[t];
	now->number = now->previous == EVENT_NONE
			      ? 1
			      : h->event[now->previous].number + 1;
	now->clock_at = (uint32_t)h->clocks;
	now->clock_length = h->threads;
	memset(&h->clock[now->clock_at], 0, h->threads * sizeof *h->clock);
	if (!keep_footprint(h, now, done))
		return;
	h->clocks += h->threads;
	if (!find_past(h, now)) {
		h->clocks = now->clocks_before;
		h->accesses = now->accesses_before;
		h->races = now->races_before;
		return;
	}
	h->last[t] = h->count++;
	h->full = false;
}
