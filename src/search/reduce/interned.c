/* SPDX-License-Identifier: MIT */
#include "search/reduce/interned.h"

#include <string.h>

enum {
	LINE = 64,	     /* bytes, of a cache */
	BUCKETS_FIRST = 1024 /* memory that is not needed is not touched */
};

void interned_init(struct interned_table *t, void *memory, size_t bytes)
{
	size_t aside = -(uintptr_t)memory & (LINE - 1);
	uint64_t buckets = 1;

	/* One for each entry or two. */
	while (2 * buckets * (sizeof *t->at + sizeof *t->bucket) + LINE <=
			bytes &&
		buckets < 1u << 30)
		buckets *= 2;
	bytes -= aside + buckets * sizeof *t->bucket;
	t->at = (void *)((char *)memory + aside);
	t->max = (uint32_t)(bytes / sizeof *t->at < INTERNED_NONE
				    ? bytes / sizeof *t->at
				    : INTERNED_NONE - 1);
	t->bucket = (void *)(t->at + t->max);
	t->mask_max = (uint32_t)(buckets - 1);
	t->mask = buckets > BUCKETS_FIRST ? BUCKETS_FIRST - 1 : t->mask_max;
	memset(t->bucket, 0xff, (t->mask + 1ull) * sizeof *t->bucket);
	t->free = INTERNED_NONE;
	t->fresh = t->kept = 0;
}

void interned_clear(struct interned_table *t)
{
	for (uint32_t n = 0; n < t->fresh; n++)
		t->bucket[t->at[n].hash & t->mask] = INTERNED_NONE;
	t->free = INTERNED_NONE;
	t->fresh = t->kept = 0;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

static uint32_t hash_of(
	const struct footprint *f, const struct access *access, size_t n)
{
	uint64_t hash = mix(f->thread, (uint64_t)f->reads << 32 | f->writes);

	for (size_t k = 0; k < n; k++) {
		const struct access *a = &access[k];

		hash = mix(hash, a->address);
		hash = mix(hash, (uint64_t)a->size << 32 |
					 (uint32_t)a->room << 16 |
					 (uint32_t)a->kind << 8 | a->write);
	}
	return (uint32_t)(hash >> 32 ^ hash);
}

static bool same(const struct interned *one, uint32_t hash,
	const struct footprint *f, const struct access *access, size_t n)
{
	const struct footprint *its = &one->footprint;

	return one->hash == hash && its->thread == f->thread &&
	       its->reads == f->reads && its->writes == f->writes &&
	       its->objects == f->objects && its->everything == f->everything &&
	       its->unrefined == f->unrefined &&
	       memcmp(one->access, access, n * sizeof *access) == 0;
}

static uint32_t new_entry(struct interned_table *t)
{
	uint32_t n = t->free;

	if (n != INTERNED_NONE)
		t->free = t->at[n].next;
	else if (t->fresh < t->max)
		n = t->fresh++;
	return n;
}

/* As many buckets again. */
static void grow(struct interned_table *t)
{
	t->mask = 2 * t->mask + 1;
	memset(t->bucket, 0xff, (t->mask + 1ull) * sizeof *t->bucket);
	interned_end_sweep(t);
}

uint32_t interned_find(
	struct interned_table *t, const struct footprint *f, uint32_t room)
{
	size_t n = f->reads + f->writes + f->objects;
	struct access access[INTERNED_ACCESSES];
	uint32_t hash, *bucket, i;

	if (n > INTERNED_ACCESSES)
		return INTERNED_NONE;
	memcpy(access, f->access, n * sizeof *access);
	for (size_t k = 0; room && k < n; k++)
		if (access[k].room)
			access[k].room = (uint16_t)room;
	hash = hash_of(f, access, n);
	bucket = &t->bucket[hash & t->mask];
	for (i = *bucket; i != INTERNED_NONE; i = t->at[i].next)
		if (same(&t->at[i], hash, f, access, n))
			return i;
	if (t->fresh > t->mask && t->mask < t->mask_max) {
		grow(t);
		bucket = &t->bucket[hash & t->mask];
	}
	i = new_entry(t);
	if (i == INTERNED_NONE)
		return i;
	t->at[i].footprint = *f;
	t->at[i].footprint.access = t->at[i].access;
	t->at[i].hash = hash;
	t->at[i].next = *bucket;
	memcpy(t->at[i].access, access, n * sizeof *access);
	*bucket = i;
	return i;
}

/* --- a sweep: `footprint.access` says which are kept -------------------------
 */

void interned_begin_sweep(struct interned_table *t)
{
	for (uint32_t n = 0; n < t->fresh; n++) {
		t->bucket[t->at[n].hash & t->mask] = INTERNED_NONE;
		t->at[n].footprint.access = NULL;
	}
}

void interned_keep(struct interned_table *t, uint32_t n)
{
	t->at[n].footprint.access = t->at[n].access;
}

void interned_end_sweep(struct interned_table *t)
{
	t->free = INTERNED_NONE;
	t->kept = 0;
	for (uint32_t n = t->fresh; n-- > 0;) {
		uint32_t *list = t->at[n].footprint.access
					 ? &t->bucket[t->at[n].hash & t->mask]
					 : &t->free;

		t->kept += list != &t->free;
		t->at[n].next = *list;
		*list = n;
	}
}

bool interned_copy(struct interned_table *to, const struct interned_table *from)
{
	if (from->fresh > to->max)
		return false;
	interned_clear(to);
	memcpy(to->at, from->at, from->fresh * sizeof *to->at);
	to->fresh = from->fresh;
	/* Its buckets are others, and so may be their number. */
	for (uint32_t n = 0; n < to->fresh; n++)
		to->at[n].footprint.access =
			from->at[n].footprint.access ? to->at[n].access : NULL;
	interned_end_sweep(to);
	return true;
}
