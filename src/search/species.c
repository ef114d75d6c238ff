/* SPDX-License-Identifier: MIT */
#include "search/species.h"

enum {
	TIMES = 3 /* the bits, and the most that is told apart */
};

/* Is it of those that are not forgotten? */
static bool is_kept(const struct species *s, uint64_t hash)
{
	return s->halved == 0 || hash >> (64 - s->halved) == 0;
}

static uint64_t name_of(uint64_t hash)
{
	hash &= ~(uint64_t)TIMES;
	return hash ? hash : TIMES + 1;
}

/* Where a name begins to be looked for: not by the bits that are its own kind's
 * when others are forgotten. */
static uint32_t home(uint64_t name)
{
	return (uint32_t)(name >> 2) % SPECIES_SLOTS;
}

static uint64_t *find(struct species *s, uint64_t name)
{
	uint32_t i = home(name);

	while (s->slot[i] && (s->slot[i] & ~(uint64_t)TIMES) != name)
		i = (i + 1) % SPECIES_SLOTS;
	return &s->slot[i];
}

/* Slot i becomes free, and whoever was pushed on past it comes back. */
static void take_out(struct species *s, uint32_t i)
{
	for (uint32_t j = (i + 1) % SPECIES_SLOTS; s->slot[j];
		j = (j + 1) % SPECIES_SLOTS) {
		uint32_t pushed = j - home(s->slot[j]);

		if (pushed % SPECIES_SLOTS < (j - i) % SPECIES_SLOTS)
			continue;
		s->slot[i] = s->slot[j];
		i = j;
	}
	s->slot[i] = 0;
	s->kept--;
}

static void forget(struct species *s)
{
	uint32_t from = 0;

	/* Behind a free slot nobody was pushed there from before it. */
	while (s->slot[from])
		from++;
	for (uint32_t n = 0; n < SPECIES_SLOTS; n++) {
		uint32_t i = (from + n) % SPECIES_SLOTS;

		while (s->slot[i] && !is_kept(s, s->slot[i]))
			take_out(s, i);
	}
}

static void halve(struct species *s)
{
	s->halved++;
	forget(s);
}

bool species_see(struct species *s, uint64_t hash, unsigned times)
{
	uint64_t name = name_of(hash), *slot;
	unsigned before;

	if (!is_kept(s, name))
		return false;
	slot = find(s, name);
	before = *slot & TIMES;
	*slot = name | (before + times < TIMES ? before + times : TIMES);
	if (before)
		return false;
	if (++s->kept > SPECIES_MOST && s->halved < SPECIES_HALVED)
		halve(s);
	return true;
}

void species_add(struct species *s, const struct species *from)
{
	uint32_t halved = from->halved;

	while (s->halved < halved && s->halved < SPECIES_HALVED)
		halve(s);
	for (uint32_t i = 0; i < SPECIES_SLOTS; i++) {
		uint64_t slot = from->slot[i];

		if (slot & TIMES)
			species_see(s, slot, slot & TIMES);
	}
}

/* (The process of a test has no mathematical library.) */
static double root(double x)
{
	double r = x > 1 ? x : 1;

	for (int i = 0; i < 64; i++)
		r = (r + x / r) / 2;
	return x > 0 ? r : 0;
}

struct species_count species_count(const struct species *s, uint64_t draws)
{
	double each = (double)(1ull << s->halved), n = (double)draws;
	double seen[TIMES + 1] = {0}, once, twice, var;

	for (uint32_t i = 0; i < SPECIES_SLOTS; i++)
		if (s->slot[i])
			seen[s->slot[i] & TIMES]++;
	once = seen[1] * each;
	twice = seen[2] * each;
	/* ... and what it costs to have kept one in `each` alone. */
	var = once * (1 - once / n) + 2 * twice + once * (each - 1);
	return (struct species_count){
		.kinds = once + twice + seen[TIMES] * each,
		.once = once,
		.unseen = once / n,
		.error = root(var > 0 ? var : 0) / n,
		.more = once > 1 ? once * (once - 1) / (2 * (twice + 1)) : 0,
		.exact = s->halved == 0,
	};
}
