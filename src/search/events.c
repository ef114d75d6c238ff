/* SPDX-License-Identifier: MIT */
#include "search/events.h"
#include "base/hash.h"

#include <string.h>

void events_init(struct events *e, void *memory, size_t bytes)
{
	size_t half = bytes / 2 & ~(size_t)63;

	*e = (struct events){.event = memory,
		.access = (struct access *)(void *)((char *)memory + half),
		.max = (uint32_t)(half / sizeof(struct event)),
		.accesses_max = half / sizeof(struct access)};
}

void events_cut(struct events *e, uint32_t n)
{
	if (n >= e->count)
		return;
	e->accesses = e->event[n].accesses_before;
	e->count = n;
	e->full = false;
}

void events_add(struct events *e, const struct transition *done, uint64_t salt)
{
	struct event *now = &e->event[e->count];
	struct access *kept = e->access + e->accesses;
	uint64_t past = 0;

	if (e->count == e->max || e->full ||
		done->accesses > e->accesses_max - e->accesses) {
		e->full = true;
		return;
	}
	memcpy(kept, done->access, done->accesses * sizeof *kept);
	footprint_settle(
		&now->footprint, done->choice.thread, kept, done->accesses);
	for (uint32_t i = 0; i < e->count; i++)
		if (transitions_depend(&e->event[i].footprint, &now->footprint))
			past += hash_mix(e->event[i].hash);
	now->accesses_before = e->accesses;
	e->accesses += now->footprint.reads + now->footprint.writes +
		       now->footprint.objects;
	now->hash = hash_mix(footprint_hash(&now->footprint) ^ salt);
	now->hash = hash_mix(now->hash ^ done->choice.alternative);
	now->hash = hash_mix(now->hash ^ done->object);
	now->hash = hash_mix(now->hash ^ done->pc ^ (uint64_t)done->kind << 56);
	now->hash = hash_mix(now->hash ^ past);
	now->sum = hash_mix(~now->hash) + (e->count ? now[-1].sum : 0);
	e->count++;
}

uint64_t events_hash(const struct events *e)
{
	return hash_mix(e->count ? e->event[e->count - 1].sum : 0);
}

uint64_t events_past_hash(const struct events *e)
{
	return hash_mix(e->count ? ~e->event[e->count - 1].hash : 0);
}
