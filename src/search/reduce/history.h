/* SPDX-License-Identifier: MIT */
/* history.h - the execution so far: its transitions, what happens before what,
 * and its races
 *
 * Event i is the transition of step i.  Its *clock* says, for each thread, how
 * many of that thread's events happen before it or are it; so event i happens
 * before event j iff j's clock has reached i's number.  A *race* is a pair of
 * dependent events of two threads with nothing between that is after the one
 * and before the other (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, 2017,
 * section 4).
 *
 * Memory   one region of the caller's, divided at the start; what does not fit
 *          sets `full` and is not kept.
 * Cost     adding an event: what earlier.h says, and the threads for each event
 *          found.  Events that touch more places than are kept are compared
 * with all others.
 */
#ifndef SEARCH_REDUCE_HISTORY_H
#define SEARCH_REDUCE_HISTORY_H

#include "search/earlier.h"

struct past_event {
	struct footprint footprint; /* first; points into the history */
	struct choice choice;
	uint64_t object;
	uint64_t before; /* as in struct transition, with `valued` */
	uint64_t accesses_before, clocks_before;
	uint32_t races_before;
	uint32_t number;   /* of its thread, from 1 */
	uint32_t previous; /* event of its thread, or EVENT_NONE */
	uint32_t clock_at;
	tid clock_length; /* threads that were known; the rest is 0 */
	uint8_t kind, blocked, valued;
};

struct race {
	uint32_t first, second;
};

struct history {
	struct earlier earlier;
	struct past_event *event;
	struct access *access;
	uint32_t *clock;
	struct race *race;
	uint32_t *last; /* by thread: its latest event, or EVENT_NONE */
	uint32_t count, races;
	uint64_t accesses, clocks;
	uint32_t count_max, races_max;
	uint64_t accesses_max, clocks_max;
	uint32_t lasts_max;
	tid threads; /* entries of `last` in use */
	bool full;
	bool late; /* some event had entries of buffers, now or ever */
};

/* Divides `bytes` of memory, 8-aligned.  earlier.unrefined is set after it. */
void history_init(struct history *h, void *memory, size_t bytes);

/* Keeps the first n events alone, and the races between them. */
void history_cut(struct history *h, uint32_t n);

/* The next event. */
void history_add(struct history *h, const struct transition *done);

/* Settles what the events are to be compared with. */
static inline void history_settle(const struct history *h, struct footprint *f,
	tid thread, struct access *access, size_t n)
{
	earlier_settle(&h->earlier, f, thread, access, n);
}

/* How many of thread t's events happen before event i or are it. */
static inline uint32_t reached(const struct history *h, uint32_t i, tid t)
{
	const struct past_event *e = &h->event[i];

	return t < e->clock_length ? h->clock[e->clock_at + t] : 0;
}

static inline bool happens_before(
	const struct history *h, uint32_t i, uint32_t j)
{
	const struct past_event *e = &h->event[i];

	return reached(h, j, e->footprint.thread) >= e->number;
}

/* The latest event of thread t before event `end`, or EVENT_NONE. */
uint32_t history_last(const struct history *h, tid t, uint32_t end);

#endif
