/* SPDX-License-Identifier: MIT */
#include "search/events.h"
#include "base/hash.h"

#include <string.h>

#define SECOND 0xd1342543de82ef95u /* tells the second hash from the first */

void events_init(struct events *e, void *memory, size_t bytes)
{
	size_t half = bytes / 2 & ~(size_t)63;

	*e = (struct events){.event = memory,
		.access = (struct access *)(void *)((char *)memory + half),
		.max = (uint32_t)(half / sizeof(struct event)),
		.accesses_max = half / sizeof(struct access)};
	earlier_init(&e->earlier, e->event, sizeof *e->event);
}

void events_cut(struct events *e, uint32_t n)
{
	if (n >= e->count)
		return;
	e->accesses = e->event[n].accesses_before;
	earlier_cut(&e->earlier, n);
	e->count = n;
	e->full = false;
}

static void add_past(
	const struct events *e, const struct event *now, uint64_t *past)
{
	struct walk walk;

	walk_begin(&e->earlier, &now->footprint, e->count, &walk);
	for (uint32_t i = walk_next(&e->earlier, &walk); i != EVENT_NONE;
		i = walk_next(&e->earlier, &walk)) {
		const struct event *was = &e->event[i];

		if (earlier_depends(
			    &e->earlier, &was->footprint, &now->footprint))
			for (unsigned k = 0; k < EVENT_HASHES; k++)
				past[k] += hash_mix(was->hash[k]);
	}
}

void events_add(struct events *e, const struct transition *done, uint64_t salt)
{
	struct event *now = &e->event[e->count];
	struct access *kept = e->access + e->accesses;
	uint64_t own, past[EVENT_HASHES] = {0};

	if (e->count == e->max || e->full ||
		done->accesses > e->accesses_max - e->accesses) {
		e->full = true;
		return;
	}
	memcpy(kept, done->access, done->accesses * sizeof *kept);
	earlier_settle(&e->earlier, &now->footprint, done->choice.thread, kept,
		done->accesses);
	add_past(e, now, past);
	earlier_add(&e->earlier);
	now->accesses_before = e->accesses;
	e->accesses += now->footprint.reads + now->footprint.writes +
		       now->footprint.objects;
	own = hash_mix(footprint_hash(&now->footprint) ^ salt);
	own = hash_mix(own ^ done->choice.alternative);
	own = hash_mix(own ^ done->object);
	own = hash_mix(own ^ done->pc ^ (uint64_t)done->kind << 56);
	for (unsigned k = 0; k < EVENT_HASHES; k++) {
		now->hash[k] = hash_mix((own + k * SECOND) ^ past[k]);
		now->sum[k] = hash_mix(~now->hash[k]) +
			      (e->count ? now[-1].sum[k] : 0);
	}
	e->count++;
}

uint64_t events_hash(const struct events *e)
{
	return hash_mix(e->count ? e->event[e->count - 1].sum[0] : 0);
}

uint64_t events_check(const struct events *e)
{
	return hash_mix(e->count ? ~e->event[e->count - 1].sum[1] : 0);
}

uint64_t events_past_hash(const struct events *e)
{
	return hash_mix(e->count ? ~e->event[e->count - 1].hash[0] : 0);
}
