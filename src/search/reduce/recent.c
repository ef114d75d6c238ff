/* SPDX-License-Identifier: MIT */
#include "search/reduce/recent.h"

#include <string.h>

#include "base/hash.h"

enum {
	PLACE_SHIFT = 3,
	PLACE_BYTES = 1 << PLACE_SHIFT,
	BUCKETS_MAX = 1 << 16
};

/* Keys: where, and in which of three spaces. */
enum space {
	SPACE_MEMORY,
	SPACE_OBJECT,
	SPACE_THREAD,
	SPACES
};

void recent_init(struct recent *r, void *memory, size_t bytes)
{
	size_t half = bytes / 2 & ~(size_t)7;
	char *at = memory;

	memset(r, 0, sizeof *r);
	for (r->buckets = 1; r->buckets < BUCKETS_MAX &&
			     r->buckets * 16 * sizeof *r->bucket < half;)
		r->buckets *= 2;
	r->bucket = (void *)at;
	memset(r->bucket, 0xff, r->buckets * sizeof *r->bucket);
	at += (r->buckets * sizeof *r->bucket + 7) & ~(size_t)7;
	r->place = (void *)at;
	r->places_max = (uint32_t)((size_t)((char *)memory + half - at) /
				   sizeof *r->place);
	r->mark = (void *)((char *)memory + half);
	r->marks_max = (uint32_t)(half / sizeof *r->mark);
}

static inline uint64_t key_of(uint64_t at, enum space space)
{
	return at * SPACES + space;
}

static inline uint32_t *bucket_of(const struct recent *r, uint64_t key)
{
	return &r->bucket[hash_mix(key) & (r->buckets - 1)];
}

static uint32_t find_place(const struct recent *r, uint64_t key)
{
	uint32_t i = *bucket_of(r, key);

	while (i != MARK_NONE && r->place[i].key != key)
		i = r->place[i].next;
	return i;
}

static uint32_t make_place(struct recent *r, uint64_t key)
{
	uint32_t *bucket, i = find_place(r, key);
	struct place *p;

	if (i != MARK_NONE || r->places == r->places_max)
		return i;
	i = r->places++;
	bucket = bucket_of(r, key);
	p = &r->place[i];
	p->key = key;
	p->next = *bucket;
	memset(p->mark, 0xff, sizeof p->mark);
	*bucket = i;
	return i;
}

void recent_cut(struct recent *r, uint32_t marks, uint32_t places)
{
	while (r->marks > marks) {
		const struct mark *m = &r->mark[--r->marks];

		r->place[m->place].mark[m->sort] = m->before;
	}
	while (r->places > places) {
		const struct place *p = &r->place[--r->places];

		*bucket_of(r, p->key) = p->next;
	}
}

/* The first mark from m on that does not commute with this kind. */
static uint32_t other_than(const struct recent *r, uint32_t m, uint8_t kind)
{
	while (m != MARK_NONE && kinds_commute(r->mark[m].kind, kind))
		m = r->mark[m].kind == kind ? r->mark[m].other
					    : r->mark[m].before;
	return m;
}

static bool add_mark(struct recent *r, uint64_t key, struct mark mark)
{
	uint32_t i = make_place(r, key);
	uint32_t *latest;

	if (i == MARK_NONE || r->marks == r->marks_max)
		return false;
	latest = &r->place[i].mark[mark.sort];
	mark.place = i;
	mark.before = *latest;
	mark.other = mark.sort == MARK_COMMUTES
			     ? other_than(r, *latest, mark.kind)
			     : MARK_NONE;
	*latest = r->marks;
	r->mark[r->marks++] = mark;
	return true;
}

static inline uint64_t first_of(const struct access *a)
{
	return a->address >> PLACE_SHIFT;
}

static inline uint64_t last_of(const struct access *a)
{
	return (a->address + a->size - 1) >> PLACE_SHIFT;
}

/* The bytes of a memory access in one of its places. */
static struct mark bytes_of(const struct access *a, uint64_t place)
{
	uint64_t base = place << PLACE_SHIFT, end = a->address + a->size;
	struct mark m = {.end = PLACE_BYTES};

	if (a->address > base)
		m.from = (uint8_t)(a->address - base);
	if (end - base < PLACE_BYTES)
		m.end = (uint8_t)(end - base);
	return m;
}

static uint64_t object_key(const struct access *a)
{
	return key_of(a->address,
		a->kind == OP_thread_start ? SPACE_THREAD : SPACE_OBJECT);
}

static uint8_t sort_of(const struct access *object)
{
	return !object->write			    ? MARK_READ
	       : kind_commutes_at_all(object->kind) ? MARK_COMMUTES
						    : MARK_CHANGES;
}

static bool narrow(const struct footprint *f)
{
	uint64_t places = f->objects;

	for (uint32_t i = 0; i < f->reads + f->writes; i++)
		places += last_of(&f->access[i]) - first_of(&f->access[i]) + 1;
	return places <= PLACES_EACH;
}

bool recent_add(struct recent *r, uint32_t event, const struct footprint *f)
{
	const struct access *a = f->access, *end = a + f->reads + f->writes;
	uint32_t marks = r->marks, places = r->places;
	bool fits = narrow(f);

	for (; fits && a < end; a++)
		for (uint64_t p = first_of(a); fits && p <= last_of(a); p++) {
			struct mark mark = bytes_of(a, p);

			mark.event = event;
			mark.sort = a->write ? MARK_CHANGES : MARK_READ;
			fits = add_mark(r, key_of(p, SPACE_MEMORY), mark);
		}
	for (end += f->objects; fits && a < end; a++)
		fits = add_mark(r, object_key(a),
			(struct mark){.event = event,
				.sort = sort_of(a),
				.kind = a->kind});
	if (!fits)
		recent_cut(r, marks, places);
	return fits;
}

static inline void find(struct found *out, uint32_t event)
{
	if (out->count == out->max)
		out->full = true;
	else
		out->event[out->count++] = event;
}

static inline bool overlaps(const struct mark *a, const struct mark *b)
{
	return a->from < b->end && b->from < a->end;
}

static inline bool covers(const struct mark *a, const struct mark *b)
{
	return a->from <= b->from && b->end <= a->end;
}

/* In one place of memory. */
static void find_bytes(const struct recent *r, const struct place *p,
	const struct mark *bytes, bool write, struct found *out)
{
	uint32_t i = p->mark[MARK_CHANGES], since = 0;
	bool changed = false;

	for (; i != MARK_NONE && !changed; i = r->mark[i].before) {
		const struct mark *m = &r->mark[i];

		if (overlaps(m, bytes))
			find(out, m->event);
		changed = covers(m, bytes);
		since = m->event;
	}
	i = write ? p->mark[MARK_READ] : MARK_NONE;
	for (; i != MARK_NONE; i = r->mark[i].before) {
		const struct mark *m = &r->mark[i];

		if (changed && m->event < since)
			return;
		if (overlaps(m, bytes))
			find(out, m->event);
	}
}

/* On one object. */
static void find_object(const struct recent *r, const struct place *p,
	const struct access *a, struct found *out)
{
	uint32_t change = p->mark[MARK_CHANGES], i, since = 0;

	if (change != MARK_NONE) {
		since = r->mark[change].event;
		find(out, since);
	}
	for (i = other_than(r, p->mark[MARK_COMMUTES], a->kind);
		i != MARK_NONE && r->mark[i].event >= since;
		i = other_than(r, r->mark[i].before, a->kind))
		find(out, r->mark[i].event);
	if (!a->write)
		return;
	for (i = p->mark[MARK_READ];
		i != MARK_NONE && r->mark[i].event >= since;
		i = r->mark[i].before)
		if (!kinds_commute(r->mark[i].kind, a->kind))
			find(out, r->mark[i].event);
}

void recent_find(
	const struct recent *r, const struct footprint *f, struct found *out)
{
	const struct access *a = f->access, *end = a + f->reads + f->writes;
	uint32_t i;

	if (!narrow(f)) {
		out->full = true;
		return;
	}
	for (; a < end; a++)
		for (uint64_t p = first_of(a); p <= last_of(a); p++) {
			struct mark bytes = bytes_of(a, p);

			i = find_place(r, key_of(p, SPACE_MEMORY));
			if (i != MARK_NONE)
				find_bytes(
					r, &r->place[i], &bytes, a->write, out);
		}
	for (end += f->objects; a < end; a++) {
		i = find_place(r, object_key(a));
		if (i != MARK_NONE)
			find_object(r, &r->place[i], a, out);
	}
}

void recent_starters(
	const struct recent *r, tid t, uint32_t since, struct found *out)
{
	uint32_t i = find_place(r, key_of(t, SPACE_THREAD));

	for (unsigned sort = 0; i != MARK_NONE && sort < MARK_SORTS; sort++)
		for (uint32_t m = r->place[i].mark[sort];
			m != MARK_NONE &&
			(since == MARK_NONE || r->mark[m].event > since);
			m = r->mark[m].before)
			find(out, r->mark[m].event);
}
