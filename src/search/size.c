/* SPDX-License-Identifier: MIT */
#include "search/size.h"

#include <math.h>
#include <string.h>

#define TWO_64 18446744073709551616.0

static struct large normal(struct large a)
{
	if (a.fraction == 0)
		return (struct large){0, 0};
	for (; a.fraction >= TWO_64; a.power += 64)
		a.fraction /= TWO_64;
	for (; a.fraction < 1; a.power -= 64)
		a.fraction *= TWO_64;
	return a;
}

struct large large_of(double n)
{
	return normal((struct large){n, 0});
}

struct large large_times(struct large a, double factor)
{
	a.fraction *= factor;
	return normal(a);
}

struct large large_plus(struct large a, struct large b)
{
	if (a.fraction == 0)
		return b;
	if (b.fraction == 0)
		return a;
	if (a.power < b.power) {
		struct large larger = b;

		b = a;
		a = larger;
	}
	for (; b.power < a.power && b.fraction > 0; b.power += 64)
		b.fraction /= TWO_64;
	a.fraction += b.fraction;
	return normal(a);
}

double large_value(struct large a)
{
	for (; a.power > 0 && a.fraction < HUGE_VAL; a.power -= 64)
		a.fraction *= TWO_64;
	for (; a.power < 0 && a.fraction > 0; a.power += 64)
		a.fraction /= TWO_64;
	return a.fraction;
}

static size_t aligned(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

size_t size_room_bytes(uint32_t events_max, uint32_t threads_max)
{
	return aligned(events_max * sizeof(uint32_t)) +
	       aligned((events_max + (size_t)1) * sizeof(int32_t)) +
	       aligned((threads_max + (size_t)1) * sizeof(uint32_t));
}

void size_room_init(struct size_room *room, void *memory, uint32_t events_max,
	uint32_t threads_max)
{
	char *at = memory;

	room->order = (void *)at;
	at += aligned(events_max * sizeof *room->order);
	room->change = (void *)at;
	at += aligned((events_max + (size_t)1) * sizeof *room->change);
	room->first = (void *)at;
	room->events_max = events_max;
	room->threads_max = threads_max;
}

/* The events of each thread, one thread behind the other. */
static void sort(const struct history *h, struct size_room *room)
{
	uint32_t *first = room->first;

	memset(first, 0, (h->threads + (size_t)1) * sizeof *first);
	for (uint32_t i = 0; i < h->count; i++)
		first[h->event[i].footprint.thread + 1]++;
	for (tid t = 0; t < h->threads; t++)
		first[t + 1] += first[t];
	for (uint32_t i = 0; i < h->count; i++)
		room->order[first[h->event[i].footprint.thread] +
			    h->event[i].number - 1] = i;
}

/* At which step, at the earliest, event i could have been made. */
static uint32_t earliest(
	const struct history *h, const struct size_room *room, uint32_t i)
{
	const struct past_event *e = &h->event[i];
	uint32_t after = e->previous == EVENT_NONE ? 0 : e->previous + 1;

	for (tid t = 0; t < e->clock_length; t++) {
		uint32_t n = reached(h, i, t), k;

		if (t == e->footprint.thread || n == 0)
			continue;
		k = room->order[room->first[t] + n - 1];
		if (k >= after)
			after = k + 1;
	}
	return after;
}

bool size_divide(
	const struct history *h, struct size_room *room, struct large *walk)
{
	int32_t ready = 0;

	if (h->full || h->count > room->events_max ||
		h->threads > room->threads_max)
		return false;
	sort(h, room);
	memset(room->change, 0, (h->count + (size_t)1) * sizeof *room->change);
	for (uint32_t i = 0; i < h->count; i++) {
		room->change[earliest(h, room, i)]++;
		room->change[i + 1]--;
	}
	for (uint32_t i = 0; i < h->count; i++) {
		ready += room->change[i];
		if (ready > 1)
			*walk = large_times(*walk, 1.0 / ready);
	}
	return true;
}
