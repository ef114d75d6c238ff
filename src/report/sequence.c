/* SPDX-License-Identifier: MIT */
#include "report/sequence.h"

#include <stdlib.h>
#include <string.h>

enum {
	SPAN_MAX = 4096, /* granules of one access that are looked at */
	READERS = 16,	 /* of a granule since it was changed, remembered */
	CONTEXT = 3	 /* the last things that the failing thread did */
};
#define NONE UINT32_MAX

/* --- what an item does ------------------------------------------------------
 */

struct touch {
	uint64_t address, size; /* size 0: nothing that others see */
	tid thread;
	bool changes;
};

static struct touch of_event(const struct trace_event *e)
{
	const struct op_info *op = &op_info[e->kind];
	struct touch t = {.thread = e->thread};
	bool made = e->kind != OP_none && !(e->flags & EVENT_BLOCKED);

	if (!made || op->told == TOLD_thread || !e->place.address ||
		op->class == CLASS_time)
		return t;
	t.address = e->place.address;
	t.size = op->told == TOLD_memory ? e->size : 1;
	t.changes =
		op->access == ACCESS_W &&
		!(op->order == ORDER_tries && !(e->flags & EVENT_HAS_RESULT));
	return t;
}

static struct touch of_data(const struct trace_data *d)
{
	return (struct touch){d->place.address,
		d->kind == DATA_ALLOCATE ? 0 : d->size, d->thread,
		d->kind != DATA_READ};
}

static struct touch touch_of(const struct channel *c, const struct item *i)
{
	return i->is_data ? of_data(&c->data[i->at])
			  : of_event(&c->event[i->at]);
}

/* Rows whoever else does what. */
static bool always(const struct channel *c, const struct trace_event *e)
{
	if (e->flags & (EVENT_FAILED | EVENT_INTERNAL))
		return true;
	if (e->flags & EVENT_BLOCKED) /* for ever; a deadlock has its own */
		return op_info[e->kind].told != TOLD_thread &&
		       !(c->bugs && c->bug[0].waits);
	if (e->kind == OP_heap_alloc && e->place.block_life)
		return true; /* memory that was somebody's before */
	return e->kind == OP_choose || e->kind == OP_fail ||
	       e->kind == OP_spurious || e->kind == OP_signal_take ||
	       e->kind == OP_signal_send;
}

/* --- who touched four bytes last --------------------------------------------
 */

struct granule {
	uint64_t key;	/* address / 4, plus one; 0: free */
	uint32_t write; /* the last item that changed it */
	tid writer;
	bool shared; /* two threads touch it, and one changes it */
	unsigned readers;
	struct {
		tid thread;
		uint32_t last;
	} reader[READERS];
};

struct map {
	struct granule *at;
	size_t size, used; /* a power of two */
};

static struct granule *slot(struct map *m, uint64_t key)
{
	size_t i = (size_t)(key * 0x9e3779b97f4a7c15ull >> 20) & (m->size - 1);

	while (m->at[i].key && m->at[i].key != key)
		i = (i + 1) & (m->size - 1);
	return &m->at[i];
}

static bool grow(struct map *m)
{
	struct map more = {calloc(m->size ? 2 * m->size : 1024, sizeof *m->at),
		m->size ? 2 * m->size : 1024, m->used};

	if (!more.at)
		return false;
	for (size_t i = 0; i < m->size; i++)
		if (m->at[i].key)
			*slot(&more, m->at[i].key) = m->at[i];
	free(m->at);
	*m = more;
	return true;
}

/* NULL: no memory. */
static struct granule *granule_at(struct map *m, uint64_t address)
{
	uint64_t key = address / 4 + 1;
	struct granule *g;

	if (2 * m->used >= m->size && !grow(m))
		return NULL;
	g = slot(m, key);
	if (!g->key) {
		*g = (struct granule){
			.key = key, .write = NONE, .writer = TID_NONE};
		m->used++;
	}
	return g;
}

/* --- what passes from thread to thread ---------------------------------------
 */

static void show(struct sequence *s, uint32_t item)
{
	s->item[item].shown = true;
}

static void reads(struct sequence *s, struct granule *g, tid t, uint32_t item)
{
	unsigned i = 0;

	while (i < g->readers && g->reader[i].thread != t)
		i++;
	if (i == g->readers) { /* the first since it was changed */
		if (g->write != NONE && g->writer != t) {
			show(s, g->write);
			show(s, item);
		}
		if (g->readers == READERS)
			return;
		g->reader[g->readers++].thread = t;
	}
	g->reader[i].last = item;
}

static void changes(struct sequence *s, struct granule *g, tid t, uint32_t item)
{
	if (g->write != NONE && g->writer != t) {
		show(s, g->write);
		show(s, item);
	}
	for (unsigned i = 0; i < g->readers; i++)
		if (g->reader[i].thread != t) {
			show(s, g->reader[i].last);
			show(s, item);
		} else {
			s->item[item].read = g->reader[i].last + 1;
		}
	g->readers = 0;
	g->write = item;
	g->writer = t;
}

static bool is_shared(const struct granule *g, tid t, bool change)
{
	bool others = false;

	for (unsigned i = 0; i < g->readers; i++)
		others |= g->reader[i].thread != t;
	return (g->write != NONE && g->writer != t) || (others && change);
}

/* One pass over all that was done. */
static void pass(struct sequence *s, const struct channel *c, struct map *m)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct touch t = touch_of(c, &s->item[i]);
		uint64_t at = t.address & ~3ull, end = t.address + t.size;

		for (unsigned n = 0; t.size && at < end && n < SPAN_MAX;
			n++, at += 4) {
			struct granule *g = granule_at(m, at);

			if (!g)
				return;
			g->shared |= is_shared(g, t.thread, t.changes);
			if (t.changes)
				changes(s, g, t.thread, i);
			else
				reads(s, g, t.thread, i);
		}
	}
}

/* What a shown change goes back to. */
static void reads_before(struct sequence *s)
{
	for (uint32_t i = s->count; i-- > 0;)
		if (s->item[i].shown && s->item[i].read)
			show(s, s->item[i].read - 1);
}

static bool touches_shared(
	const struct channel *c, const struct item *i, struct map *m)
{
	struct touch t = touch_of(c, i);
	uint64_t at = t.address & ~3ull;

	for (unsigned n = 0; at < t.address + t.size && n < SPAN_MAX;
		n++, at += 4) {
		const struct granule *g = slot(m, at / 4 + 1);

		if (g->key && g->shared)
			return true;
	}
	return false;
}

/* --- all together ------------------------------------------------------------
 */

static bool merge(struct sequence *s, const struct channel *c)
{
	uint64_t kept = c->data_seen < DATA_MAX ? c->data_seen : DATA_MAX;
	uint64_t at = c->data_seen - kept;

	s->item = calloc(c->events + kept + 1, sizeof *s->item);
	if (!s->item)
		return false;
	for (uint32_t e = 0; e <= c->events; e++) {
		for (; at < c->data_seen &&
			(e == c->events || c->data[at % DATA_MAX].events <= e);
			at++)
			s->item[s->count++] =
				(struct item){.at = (uint32_t)(at % DATA_MAX),
					.is_data = true};
		if (e < c->events)
			s->item[s->count++] = (struct item){.at = e};
	}
	return true;
}

static tid thread_of_item(const struct channel *c, const struct item *i)
{
	return i->is_data ? c->data[i->at].thread : c->event[i->at].thread;
}

static bool is_failing(const struct channel *c, const struct item *i)
{
	return !i->is_data && c->event[i->at].flags & EVENT_FAILED;
}

/* The last things before `end` that a thread did (TID_NONE: that anyone did) to
 * what others touch, or to anything.  How many there are. */
static unsigned last_of(struct sequence *s, const struct channel *c,
	struct map *m, uint32_t end, tid t, bool anything)
{
	unsigned n = 0;

	for (uint32_t i = end; i-- > 0 && n < CONTEXT;)
		if ((t == TID_NONE || thread_of_item(c, &s->item[i]) == t) &&
			touch_of(c, &s->item[i]).size &&
			(anything || touches_shared(c, &s->item[i], m))) {
			show(s, i);
			n++;
		}
	return n;
}

/* What the failing thread did last to what others touch; whomever it concerns,
 * where nothing passes between threads.  Who failed is not always known: a
 * process that was killed says nothing. */
static void context(struct sequence *s, const struct channel *c, struct map *m)
{
	uint32_t end = s->count;
	bool any = false;
	tid t = c->bugs ? c->bug[0].thread : TID_NONE;

	for (uint32_t i = 0; i < s->count; i++)
		any |= s->item[i].shown && touch_of(c, &s->item[i]).size;
	while (end > 0 && !is_failing(c, &s->item[end - 1]))
		end--;
	if (end > 0)
		t = thread_of_item(c, &s->item[--end]);
	else
		end = s->count;
	if (last_of(s, c, m, end, t, !any) == 0 && !any)
		last_of(s, c, m, end, TID_NONE, true);
}

/* Who holds what a thread waits for took it there. */
static void waited(struct sequence *s, const struct channel *c, struct map *m)
{
	const struct channel_bug *bug = &c->bug[0];

	for (unsigned i = 0; c->bugs && i < bug->waits; i++) {
		const struct granule *g = slot(m, bug->wait[i].object / 4 + 1);

		if (g->key && g->write != NONE)
			show(s, g->write);
	}
}

/* Arrived at an operation that was made later, and is a row. */
static void arrivals(struct sequence *s, const struct channel *c)
{
	static bool next_shown[THREADS_MAX];

	memset(next_shown, 0, sizeof next_shown);
	for (uint32_t i = s->count; i-- > 0;) {
		const struct trace_event *e = &c->event[s->item[i].at];

		if (s->item[i].is_data || e->flags & EVENT_INTERNAL)
			continue;
		if (e->kind == OP_none && !(e->flags & EVENT_FAILED))
			s->item[i].shown = next_shown[e->thread];
		next_shown[e->thread] = s->item[i].shown;
	}
}

/* Of very many rows the first and the last. */
static void cut(struct sequence *s)
{
	uint32_t rows = 0, row = 0;

	for (uint32_t i = 0; i < s->count; i++)
		rows += s->item[i].shown;
	s->from = s->to = s->count;
	if (rows <= SEQUENCE_HEAD + SEQUENCE_TAIL + 10)
		return;
	for (uint32_t i = 0; i < s->count; i++) {
		if (!s->item[i].shown)
			continue;
		if (row == SEQUENCE_HEAD)
			s->from = i;
		if (row++ == rows - SEQUENCE_TAIL)
			s->to = i;
	}
}

void sequence_new(struct sequence *s, const struct channel *c, bool full)
{
	struct map m = {0};

	memset(s, 0, sizeof *s);
	if (!merge(s, c) || !grow(&m))
		return;
	pass(s, c, &m);
	reads_before(s);
	waited(s, c, &m);
	context(s, c, &m);
	for (uint32_t i = 0; i < s->count; i++) {
		const struct item *item = &s->item[i];
		bool row = item->is_data ? touches_shared(c, item, &m)
					 : c->event[item->at].kind != OP_none;

		if (!item->is_data && always(c, &c->event[item->at]))
			show(s, i);
		if (full && (row || !item->is_data))
			show(s, i);
		s->hidden += row && !item->shown;
	}
	free(m.at);
	if (!full)
		arrivals(s, c);
	cut(s);
}

void sequence_free(struct sequence *s)
{
	free(s->item);
	memset(s, 0, sizeof *s);
}
