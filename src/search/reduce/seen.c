/* SPDX-License-Identifier: MIT */
#include "search/reduce/seen.h"

#include <string.h>

enum {
	WAYS = 8, /* of a bucket */
	FIRST = 64 * WAYS
};

void seen_clear(struct seen *s)
{
	s->used = s->most < FIRST ? s->most : FIRST;
	memset(s->entry, 0, s->used * sizeof *s->entry);
	s->count.kept = 0;
}

bool seen_init(struct seen *s, void *memory, size_t bytes, uint64_t keep)
{
	uint64_t fit = bytes / sizeof *s->entry;

	if (keep && keep < fit)
		fit = keep < WAYS ? WAYS : keep;
	if (fit < WAYS)
		return false;
	*s = (struct seen){.entry = memory, .most = WAYS};
	while (2 * s->most <= fit)
		s->most *= 2;
	s->count.most = s->most;
	seen_clear(s);
	return true;
}

static struct seen_entry *bucket(const struct seen *s, uint64_t hash)
{
	return &s->entry[hash & (s->used - WAYS)];
}

static struct seen_entry *find(const struct seen *s, const struct seen_entry *e)
{
	struct seen_entry *at = bucket(s, e->hash);

	for (unsigned i = 0; i < WAYS; i++)
		if (at[i].hash == e->hash && at[i].check == e->check)
			return &at[i];
	return NULL;
}

bool seen_has(const struct seen *s, const struct seen_entry *e)
{
	const struct seen_entry *known = find(s, e);

	return known && known->price <= e->price;
}

/* Each bucket shares what it has with a new one. */
static void grow(struct seen *s)
{
	uint64_t was = s->used;

	memset(&s->entry[was], 0, was * sizeof *s->entry);
	s->used *= 2;
	for (uint64_t i = 0; i < was; i++) {
		struct seen_entry e = s->entry[i], *to;

		if (!e.hash || bucket(s, e.hash) == &s->entry[i / WAYS * WAYS])
			continue;
		for (to = bucket(s, e.hash); to->hash; to++)
			;
		*to = e;
		s->entry[i].hash = 0;
	}
}

/* An empty place of its bucket, else the deepest. */
static struct seen_entry *place(const struct seen *s, uint64_t hash)
{
	struct seen_entry *at = bucket(s, hash), *deepest = at;

	for (unsigned i = 0; i < WAYS; i++) {
		if (!at[i].hash)
			return &at[i];
		if (at[i].depth > deepest->depth)
			deepest = &at[i];
	}
	return deepest;
}

void seen_add(struct seen *s, const struct seen_entry *e)
{
	struct seen_entry *at = find(s, e);

	if (at) {
		if (e->price < at->price)
			at->price = e->price;
		return;
	}
	while ((at = place(s, e->hash))->hash && s->used < s->most)
		grow(s);
	if (!at->hash) {
		s->count.kept++;
		*at = *e;
		return;
	}
	s->count.given_up++;
	if (e->depth < at->depth)
		*at = *e;
}
