/* SPDX-License-Identifier: MIT */
#include "search/recent.h"

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

/* NULL: no room. */
static struct place *make_place(struct recent *r, uint64_t key)
{
	uint32_t *bucket = bucket_of(r, key), i = *bucket;
	struct place *p;

	while (i != MARK_NONE && r->place[i].key != key)
		i = r->place[i].next;
	if (i != MARK_NONE)
		return &r->place[i];
	if (r->places == r->places_max)
		return NULL;
	i = r->places++;
	p = &r->place[i];
	p->key = key;
	p->next = *bucket;
	for (unsigned sort = 0; sort < MARK_SORTS; sort++)
		p->mark[sort] = MARK_NONE;
	*bucket = i;
	return p;
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
static uint32_t other_than(const struct recent *r, uint32_t m, enum op kind)
{
	while (m != MARK_NONE && kinds_commute(r->mark[m].kind, kind))
		m = r->mark[m].kind == kind ? r->mark[m].other
					    : r->mark[m].before;
	return m;
}

static inline bool add_mark(
	struct recent *r, struct place *p, const struct mark *mark)
{
	uint32_t *latest = &p->mark[mark->sort];
	struct mark *m = &r->mark[r->marks];

	if (r->marks == r->marks_max)
		return false;
	*m = *mark;
	m->place = (uint32_t)(p - r->place);
	m->before = *latest;
	*latest = r->marks++;
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
	return key_of(
		a->address, names_thread(a) ? SPACE_THREAD : SPACE_OBJECT);
}

static bool narrow(const struct footprint *f)
{
	uint64_t places = f->objects;

	if (f->reads + f->writes == 0)
		return places <= PLACES_EACH;
	for (uint32_t i = 0; i < f->reads + f->writes; i++)
		places += last_of(&f->access[i]) - first_of(&f->access[i]) + 1;
	return places <= PLACES_EACH;
}

static inline bool overlaps(const struct mark *a, const struct mark *b)
{
	return a->from < b->end && b->from < a->end;
}

static inline bool covers(const struct mark *a, const struct mark *b)
{
	return a->from <= b->from && b->end <= a->end;
}

/* Two of sorts that commute? */
static inline bool commute(const struct mark *a, const struct mark *b)
{
	return a->from == b->from && a->end == b->end &&
	       kinds_commute(a->kind, b->kind);
}

/* Those that commute with some need not happen before each other: none stands
 * for older ones.  Those before `since` happen before what is known. */
static void find_commuting(const struct recent *r, const struct place *p,
	const struct mark *bytes, uint32_t since, struct found *out)
{
	uint32_t i = p->mark[MARK_COMMUTES];

	while (i != MARK_NONE && r->mark[i].event >= since) {
		const struct mark *m = &r->mark[i];
		bool passed = commute(m, bytes);

		if (!passed && overlaps(m, bytes))
			found_add(out, m->event);
		i = passed ? m->other : m->before;
	}
}

/* The latest of those at its place that does not commute with it. */
static uint32_t other_commuting(
	const struct recent *r, const struct place *p, const struct mark *mark)
{
	uint32_t i = p->mark[MARK_COMMUTES];

	return i != MARK_NONE && commute(&r->mark[i], mark) ? r->mark[i].other
							    : i;
}

/* In one place of memory.  (Its own marks are no harm: ranges of one event do
 * not overlap within their list.) */
static void find_bytes(const struct recent *r, const struct place *p,
	const struct mark *bytes, bool write, struct found *out)
{
	uint32_t i = p->mark[MARK_CHANGES], since = 0;
	bool changed = false;

	for (; i != MARK_NONE && !changed; i = r->mark[i].before) {
		const struct mark *m = &r->mark[i];

		if (overlaps(m, bytes))
			found_add(out, m->event);
		changed = covers(m, bytes);
		since = m->event;
	}
	find_commuting(r, p, bytes, changed ? since : 0, out);
	i = write ? p->mark[MARK_READ] : MARK_NONE;
	for (; i != MARK_NONE; i = r->mark[i].before) {
		const struct mark *m = &r->mark[i];

		if (changed && m->event < since)
			return;
		if (overlaps(m, bytes))
			found_add(out, m->event);
	}
}

/* Behind what the same event did. */
static inline uint32_t not_of(
	const struct recent *r, uint32_t mark, uint32_t event)
{
	while (mark != MARK_NONE && r->mark[mark].event == event)
		mark = r->mark[mark].before;
	return mark;
}

static bool add_memory(struct recent *r, uint32_t event, const struct access *a,
	enum op kind, struct found *out)
{
	bool commutes = is_whole(a) && kind_commutes_at_all(kind);

	for (uint64_t at = first_of(a); at <= last_of(a); at++) {
		struct place *p = make_place(r, key_of(at, SPACE_MEMORY));
		struct mark mark = bytes_of(a, at);

		if (!p)
			return false;
		mark.kind = (uint8_t)kind;
		find_bytes(r, p, &mark, a->write, out);
		mark.event = event;
		mark.other =
			commutes ? other_commuting(r, p, &mark) : MARK_NONE;
		mark.sort = commutes   ? MARK_COMMUTES
			    : a->write ? MARK_CHANGES
				       : MARK_READ;
		if (!add_mark(r, p, &mark))
			return false;
	}
	return true;
}

/* On one object.  Behind its last change nothing is looked at. */
static bool add_object(struct recent *r, uint32_t event, const struct access *a,
	enum op kind, struct found *out)
{
	struct place *p = make_place(r, object_key(a));
	bool commutes = kind_commutes_at_all(kind);
	struct mark mark = {
		.event = event, .other = MARK_NONE, .kind = (uint8_t)kind};
	uint32_t since = 0, i;

	if (!p)
		return false;
	i = not_of(r, p->mark[MARK_CHANGES], event);
	if (i != MARK_NONE) {
		since = r->mark[i].event;
		found_add(out, since);
	}
	i = p->mark[MARK_COMMUTES];
	if (commutes)
		i = other_than(r, i, kind);
	mark.sort = MARK_READ;
	if (a->write && commutes) {
		mark.sort = MARK_COMMUTES;
		mark.other = i;
	} else if (a->write)
		mark.sort = MARK_CHANGES;
	/* All that is older than the first that commutes with it, behind one
	 * that does not, depends on the one or the other: no kind commutes with
	 * two that depend on each other (a test says so).  So the round before
	 * stands for all before it. */
	while (i != MARK_NONE && r->mark[i].event >= since) {
		found_add(out, r->mark[i].event);
		i = r->mark[i].before;
		if (i != MARK_NONE && kinds_commute(r->mark[i].kind, kind)) {
			since = r->mark[i].event;
			break;
		}
	}
	i = a->write ? p->mark[MARK_READ] : MARK_NONE;
	for (; i != MARK_NONE && r->mark[i].event >= since;
		i = r->mark[i].before)
		if (!kinds_commute(r->mark[i].kind, kind))
			found_add(out, r->mark[i].event);
	return add_mark(r, p, &mark);
}

bool recent_add(struct recent *r, uint32_t event, const struct footprint *f,
	struct found *out)
{
	const struct access *a = f->access, *end = a + f->reads + f->writes;
	uint32_t marks = r->marks, places = r->places, count = out->count;
	bool fits = narrow(f);

	for (; fits && a < end; a++)
		fits = add_memory(r, event, a, kind_in(f, a->kind), out);
	for (end += f->objects; fits && a < end; a++)
		fits = add_object(r, event, a, kind_in(f, a->kind), out);
	if (!fits) {
		recent_cut(r, marks, places);
		out->count = count;
	}
	return fits;
}

void recent_starters(
	const struct recent *r, tid t, uint32_t since, struct found *out)
{
	uint32_t i = find_place(r, key_of(t, SPACE_THREAD)), m;

	for (unsigned sort = 0; i != MARK_NONE && sort < MARK_SORTS; sort++)
		for (m = r->place[i].mark[sort];
			m != MARK_NONE && r->mark[m].event >= since;
			m = r->mark[m].before)
			found_add(out, r->mark[m].event);
}

static bool marks_at(const struct recent *r, uint64_t key, struct marks *out)
{
	uint32_t i = find_place(r, key);

	if (i == MARK_NONE)
		return true;
	if (out->count + MARK_SORTS > sizeof out->mark / sizeof *out->mark)
		return false;
	for (unsigned sort = 0; sort < MARK_SORTS; sort++)
		if (r->place[i].mark[sort] != MARK_NONE)
			out->mark[out->count++] = r->place[i].mark[sort];
	return true;
}

bool marks_begin(
	const struct recent *r, const struct footprint *f, struct marks *out)
{
	const struct access *a = f->access, *end = a + f->reads + f->writes;

	out->count = 0;
	marks_at(r, key_of(f->thread, SPACE_THREAD), out);
	for (; a < end; a++)
		for (uint64_t at = first_of(a); at <= last_of(a); at++)
			if (!marks_at(r, key_of(at, SPACE_MEMORY), out))
				return false;
	for (end += f->objects; a < end; a++)
		if (!marks_at(r, object_key(a), out))
			return false;
	return true;
}

void marks_skip(
	const struct recent *r, uint32_t from, uint32_t end, struct marks *m)
{
	for (unsigned i = 0; i < m->count; i++)
		for (uint32_t k = from; k < end; k++)
			if (r->mark[k].place == r->mark[m->mark[i]].place &&
				r->mark[k].sort == r->mark[m->mark[i]].sort) {
				m->mark[i] = k;
				break;
			}
}

uint32_t marks_next(const struct recent *r, struct marks *m, uint32_t end)
{
	uint32_t latest = MARK_NONE;

	for (unsigned i = 0; i < m->count;) {
		uint32_t at = m->mark[i];

		while (at != MARK_NONE && r->mark[at].event >= end)
			at = r->mark[at].before;
		if (at == MARK_NONE) {
			m->mark[i] = m->mark[--m->count];
			continue;
		}
		m->mark[i++] = at;
		if (latest == MARK_NONE || r->mark[at].event > latest)
			latest = r->mark[at].event;
	}
	return latest;
}

bool marks_alone(const struct recent *r, uint32_t mark, uint32_t i)
{
	const uint32_t *latest = r->place[r->mark[mark].place].mark;

	for (unsigned sort = 0; sort < MARK_SORTS; sort++) {
		uint32_t m = latest[sort];

		if (m == mark)
			m = r->mark[m].before;
		if (m != MARK_NONE && (r->mark[m].event != i ||
					      r->mark[m].before != MARK_NONE))
			return false;
	}
	return true;
}
