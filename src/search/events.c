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
}

void events_cut(struct events *e, uint32_t n)
{
	if (n >= e->count)
		return;
	e->accesses = e->event[n].accesses_before;
	e->count = n;
	e->full = false;
}

static inline bool after(const struct events *e, const struct event *before,
	const struct event *now)
{
	return e->lazy ? transitions_depend_lazily(
				 &before->footprint, &now->footprint)
		       : transitions_depend(
				 &before->footprint, &now->footprint);
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
	footprint_settle(
		&now->footprint, done->choice.thread, kept, done->accesses);
	now->footprint.unrefined = e->unrefined;
	for (uint32_t i = 0; i < e->count; i++)
		if (after(e, &e->event[i], now))
			for (unsigned k = 0; k < EVENT_HASHES; k++)
				past[k] += hash_mix(e->event[i].hash[k]);
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
