/* SPDX-License-Identifier: MIT */
#include "search/awaits.h"

#include <stddef.h>

enum {
	BUCKETS = AWAITS_MAX * 2,
	TRIES = 16,
	MANY = 24 /* turns of a loop */
};

static inline uint32_t mix(uint64_t a, uint32_t entries)
{
	return (uint32_t)(a * 0x9e3779b97f4a7c15u >> 40) % entries;
}

uint32_t awaits_find(struct awaits *a, struct await_key key)
{
	uint32_t at = mix(key.part[0], BUCKETS);

	for (; a->bucket[at]; at = (at + 1) % BUCKETS) {
		const struct await_key *k = &a->await[a->bucket[at] - 1].key;

		if (k->part[0] == key.part[0] && k->part[1] == key.part[1])
			return a->bucket[at];
	}
	if (a->count == AWAITS_MAX)
		return 0;
	a->await[a->count++].key = key;
	return a->bucket[at] = a->count;
}

int awaits_leaves(const struct awaits *a, uint32_t number, uint64_t value)
{
	const struct await *await = &a->await[number - 1];

	for (uint32_t i = 0; i < await->values; i++)
		if (await->value[i] == value)
			return await->leaves >> i & 1;
	return -1;
}

bool awaits_room(const struct awaits *a, uint32_t number)
{
	return a->await[number - 1].values < AWAIT_VALUES;
}

void awaits_learn(
	struct awaits *a, uint32_t number, uint64_t value, bool leaves)
{
	struct await *await = &a->await[number - 1];

	if (await->values == AWAIT_VALUES)
		return;
	await->value[await->values] = value;
	await->leaves |= (uint64_t)leaves << await->values;
	await->values++;
}

struct await_place *awaits_place(
	struct awaits *a, uint64_t address, uint32_t size)
{
	uint32_t at = mix(address, AWAIT_PLACES);

	for (uint32_t i = 0; i < TRIES; i++, at = (at + 1) % AWAIT_PLACES) {
		struct await_place *p = &a->place[at];

		if (!p->size) {
			p->address = address;
			p->size = size;
		}
		if (p->address == address && p->size == size)
			return p;
	}
	return &a->other;
}

bool awaits_never(const struct awaits *a, uint64_t pc)
{
	uint32_t at = mix(pc, AWAIT_HEADS);

	return a->head[at].asked >= MANY && !a->head[at].waited;
}

void awaits_asked(struct awaits *a, uint64_t pc, bool waited)
{
	uint32_t at = mix(pc, AWAIT_HEADS);

	a->head[at].asked++;
	a->head[at].waited += waited;
}
