/* SPDX-License-Identifier: MIT */
#include "search/access_trace.h"
#include "base/hash.h"

enum { /* types of phases; of what commutes a hash */
	PHASE_READ = 1,
	PHASE_WRITE = 2
};

static inline uint64_t join(uint64_t a, uint64_t b)
{
	return hash_mix(hash_mix(a) ^ b);
}

void access_trace_begin(struct access_trace *t)
{
	t->run++;
	t->sum = 0;
	t->words = t->objects = t->counts = 0;
	t->full = false;
}

/* In a table of `rows`, a power of two, each of which begins with key and run:
 * the row of that key, or a free one that is its from now on.  NULL: full. */
static void *find(struct access_trace *t, void *table, size_t rows,
	size_t bytes, uint32_t *used, uint64_t key, bool *fresh)
{
	for (size_t i = key;; i++) {
		uint64_t *row =
			(uint64_t *)((char *)table + (i & (rows - 1)) * bytes);

		*fresh = row[1] != t->run;
		if (!*fresh && row[0] == key)
			return row;
		if (!*fresh)
			continue;
		if (*used >= rows / 4 * 3) {
			t->full = true;
			return NULL;
		}
		++*used;
		row[0] = key;
		row[1] = t->run;
		return row;
	}
}

static struct access_count *count(struct access_trace *t, uint64_t key)
{
	bool fresh;
	struct access_count *c = find(t, t->counted, TRACE_COUNTS,
		sizeof t->counted[0], &t->counts, key, &fresh);

	if (c && fresh)
		c->count = c->operation = 0;
	return c;
}

/* Operations that a thread has made. */
static struct access_count *operations(struct access_trace *t, uint64_t thread)
{
	return count(t, join(thread, ACCESS_OPERATION));
}

static void sum_up(struct access_trace *t, uint64_t name, uint64_t past)
{
	t->sum += hash_mix(name ^ hash_mix(past));
}

/* ---- memory */

static uint64_t meet(struct access_byte *b, uint64_t type, uint64_t name)
{
	if (type == PHASE_WRITE || type != b->type) {
		b->before = b->now;
		b->now = 0;
		b->type = type;
	}
	b->now += name;
	return hash_mix(b->before);
}

static void add_word(struct access_trace *t, const struct access_event *e,
	uint64_t at, unsigned from, unsigned n, uint64_t type)
{
	uint64_t key = join(e->space, at), past = 0, name;
	bool fresh;
	struct access_word *w = find(t, t->word, TRACE_WORDS, sizeof t->word[0],
		&t->words, key, &fresh);
	struct access_count *c;

	name = join(join(key, e->thread), type << 8 | from << 4 | n);
	c = count(t, name);
	if (!w || !c)
		return;
	if (fresh)
		for (unsigned i = 0; i < 8; i++)
			w->byte[i] = (struct access_byte){0};
	name = join(name, c->count++);
	for (unsigned i = from; i < from + n; i++)
		past += join(meet(&w->byte[i], type, name), i);
	sum_up(t, name, past);
}

static void add_memory(struct access_trace *t, const struct access_event *e)
{
	uint64_t at = e->place, end = at + e->size;
	uint64_t type = e->write ? PHASE_WRITE : PHASE_READ;
	struct access a = {.address = at,
		.size = e->size,
		.write = e->write,
		.kind = e->kind};

	if (is_whole(&a) && !t->unrefined)
		type = join(at & 7, (uint64_t)e->kind << 8 | e->size) | 4;
	while (at < end && !t->full) {
		uint64_t stop = (at & ~7ull) + 8;

		if (stop > end)
			stop = end;
		add_word(t, e, at >> 3, (unsigned)(at & 7),
			(unsigned)(stop - at), type);
		at = stop;
	}
}

/* ---- objects */

static enum op kind_of(const struct access_trace *t, uint8_t kind)
{
	return t->unrefined ? (enum op)kind_unrefined[kind] : (enum op)kind;
}

/* What it depends on; and it is one of those for later ones. */
static uint64_t meet_object(struct access_trace *t, struct access_object *o,
	const struct access_event *e, uint64_t name)
{
	uint64_t past = 0;
	uint32_t own = o->classes;

	for (uint32_t i = 0; i < o->classes; i++) {
		if (o->class[i].kind == e->kind &&
			o->class[i].write == e->write)
			own = i;
		if ((o->class[i].write || e->write) &&
			!kinds_commute(kind_of(t, o->class[i].kind),
				kind_of(t, e->kind)))
			past += join(o->class[i].sum,
				(uint64_t)o->class[i].kind << 1 |
					o->class[i].write);
	}
	if (own == TRACE_CLASSES) {
		t->full = true;
		return past;
	}
	if (own == o->classes) {
		o->class[own].sum = 0;
		o->class[own].kind = e->kind;
		o->class[own].write = e->write;
		o->classes++;
	}
	o->class[own].sum += name;
	return past;
}

/* The parts of an operation are told as they come, some of them twice. */
static void add_object(struct access_trace *t, const struct access_event *e)
{
	uint64_t key = join(e->space, ~e->place), name;
	bool fresh;
	struct access_object *o = find(t, t->object, TRACE_OBJECTS,
		sizeof t->object[0], &t->objects, key, &fresh);
	struct access_count *c, *all = operations(t, e->thread);

	name = join(join(key, e->thread), (uint64_t)e->kind << 1 | e->write);
	c = count(t, name);
	if (!o || !c || !all)
		return;
	if (fresh)
		o->classes = 0;
	if (c->operation == all->count + 1)
		return;
	c->operation = all->count + 1;
	name = join(name, c->count++);
	sum_up(t, name, meet_object(t, o, e, name));
}

/* ---- threads */

static void add_operation(struct access_trace *t, const struct access_event *e)
{
	struct access_count *c = operations(t, e->thread);

	if (!c)
		return;
	c->count++;
	sum_up(t, join(e->thread, c->count),
		join(e->place, (uint64_t)e->kind << 8 | ACCESS_OPERATION));
}

/* Before which of its operations? */
static void add_asked(struct access_trace *t, const struct access_event *e)
{
	struct access_count *c = operations(t, e->thread);
	struct access_count *other = operations(t, e->place);

	if (!c || !other)
		return;
	sum_up(t, join(e->thread, ~c->count), join(e->place, other->count));
}

void access_trace_add(struct access_trace *t, const struct access_event *e)
{
	switch (e->what) {
	case ACCESS_MEMORY:
		add_memory(t, e);
		break;
	case ACCESS_OBJECT:
		add_object(t, e);
		break;
	case ACCESS_OPERATION:
		add_operation(t, e);
		break;
	default:
		add_asked(t, e);
	}
}

uint64_t access_trace_hash(const struct access_trace *t)
{
	return hash_mix(t->sum);
}
