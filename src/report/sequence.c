/* SPDX-License-Identifier: MIT */
#include "report/sequence.h"

#include <stdlib.h>
#include <string.h>

#include "report/holders.h"
#include "report/insides.h"
#include "report/operands.h"
#include "report/overdue.h"
#include "report/rounds.h"
#include "report/sections.h"
#include "report/shorten.h"
#include "report/temporaries.h"
#include "report/touched.h"

enum {
	CONTEXT = 3, /* the last things that the failing thread did */
	LOOKS_AT = 3 /* reads before a failure that may have decided it */
};

/* --- what an item does ------------------------------------------------------
 */

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

struct touch sequence_touch(const struct channel *c, const struct item *i)
{
	return i->is_data ? of_data(&c->data[i->at])
			  : of_event(&c->event[i->at]);
}

struct touch sequence_passes(const struct channel *c, const struct item *i)
{
	struct touch t = sequence_touch(c, i);

	if (!i->is_data && c->event[i->at].flags & EVENT_LATE &&
		c->event[i->at].kind != OP_flush)
		t.size = 0;
	return t;
}

/* Rows whoever else does what. */
static bool always(const struct channel *c, const struct trace_event *e)
{
	if (e->flags & (EVENT_FAILED | EVENT_INTERNAL | EVENT_LATE))
		return true;
	if (e->flags & EVENT_BLOCKED) /* for ever; a deadlock has its own */
		return op_info[e->kind].told != TOLD_thread &&
		       !(c->bugs && c->bug[0].waits);
	if (e->kind == OP_operation_call || e->kind == OP_operation_return ||
		e->kind == OP_operation_end)
		return true; /* what a history is made of */
	if (e->kind == OP_heap_alloc && e->place.block_life)
		return true; /* memory that was somebody's before */
	return e->kind == OP_choose || e->kind == OP_fail ||
	       e->kind == OP_spurious || e->kind == OP_signal_take ||
	       e->kind == OP_signal_send;
}

/* --- what passes from thread to thread ---------------------------------------
 */

static void show(struct sequence *s, uint32_t item)
{
	s->item[item].shown = true;
}

/* Unless there was one thread alone: then it is what all begin with. */
static void show_beside(struct sequence *s, uint32_t item)
{
	if (item >= s->alone)
		show(s, item);
}

struct visit {
	struct sequence *s;
	struct touch t;
	uint32_t item;
	bool shared;
};

static void reads(struct visit *a, struct mark *m)
{
	struct sequence *s = a->s;
	tid t = a->t.thread;
	unsigned i = 0;

	if (m->write != TOUCHED_NONE && m->writer == t)
		s->item[a->item].made = m->write + 1;
	while (i < m->readers && m->reader[i].thread != t)
		i++;
	if (i == m->readers) { /* the first since it was changed */
		if (m->write != TOUCHED_NONE && m->writer != t &&
			m->write >= s->alone) {
			show(s, m->write);
			show(s, a->item);
		}
		if (m->readers == READERS) { /* who changes it is not told */
			show(s, a->item);
			return;
		}
		m->reader[m->readers++].thread = t;
	}
	m->reader[i].last = a->item;
}

static void changes(struct visit *a, struct mark *m)
{
	struct sequence *s = a->s;
	tid t = a->t.thread;

	if (m->write != TOUCHED_NONE && m->writer != t) {
		show_beside(s, m->write);
		show(s, a->item);
	}
	for (unsigned i = 0; i < m->readers; i++)
		if (m->reader[i].thread != t) {
			show_beside(s, m->reader[i].last);
			show(s, a->item);
		} else {
			s->item[a->item].read = m->reader[i].last + 1;
		}
	m->readers = 0;
	m->write = a->item;
	m->writer = t;
}

static bool is_shared(const struct mark *m, tid t, bool change)
{
	bool others = false;

	for (unsigned i = 0; i < m->readers; i++)
		others |= m->reader[i].thread != t;
	return (m->write != TOUCHED_NONE && m->writer != t) ||
	       (others && change);
}

static void pass_bytes(void *arg, struct mark *m)
{
	struct visit *a = arg;

	m->shared |= is_shared(m, a->t.thread, a->t.changes);
	if (a->t.changes)
		changes(a, m);
	else
		reads(a, m);
}

/* One pass over all that was done. */
static void pass(struct sequence *s, const struct channel *c, struct touched *m)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct touch t = sequence_touch(c, &s->item[i]);

		touched_foresee(m, t.address, t.size);
	}
	touched_foreseen(m);
	for (uint32_t i = 0; i < s->count; i++) {
		struct visit a = {s, sequence_touch(c, &s->item[i]), i, false};

		touched_each(m, a.t.address, a.t.size, pass_bytes, &a);
	}
}

/* What a shown change goes back to. */
static void reads_before(struct sequence *s)
{
	for (uint32_t i = s->count; i-- > 0;)
		if (s->item[i].shown && s->item[i].read)
			show(s, s->item[i].read - 1);
}

static void ask_shared(void *arg, struct mark *m)
{
	struct visit *a = arg;

	a->shared |= m->shared;
}

static bool touches_shared(
	const struct channel *c, const struct item *i, struct touched *m)
{
	struct visit a = {.t = sequence_touch(c, i)};

	touched_each(m, a.t.address, a.t.size, ask_shared, &a);
	return a.shared;
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

/* How many items there are before a second thread is. */
static uint32_t alone(const struct sequence *s, const struct channel *c)
{
	for (uint32_t i = 0; i < s->count; i++)
		if (!s->item[i].is_data &&
			c->event[s->item[i].at].kind == OP_thread_create)
			return i;
	return 0;
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
 * what others touch, or to anything but texts in quotes.  How many there are.
 */
static unsigned last_of(struct sequence *s, const struct channel *c,
	struct touched *m, struct names *names, uint32_t end, tid t,
	bool anything)
{
	unsigned n = 0;

	for (uint32_t i = end; i-- > 0 && n < CONTEXT;)
		if ((t == TID_NONE || thread_of_item(c, &s->item[i]) == t) &&
			!s->item[i].again &&
			sequence_touch(c, &s->item[i]).size &&
			(touches_shared(c, &s->item[i], m) ||
				(anything &&
					!(names && operands_is_text(&s->item[i],
							   names))))) {
			show(s, i);
			n++;
		}
	return n;
}

/* Is that the access that failed? */
static bool is_it(const struct channel *c, const struct touch *t)
{
	const struct channel_bug *bug = &c->bug[0];

	return c->bugs && t->size && t->address == bug->place.address &&
	       (bug->faulted || bug->place.address);
}

static bool is_operation(const struct channel *c, const struct item *i)
{
	const struct trace_event *e = &c->event[i->at];

	return !i->is_data && e->kind != OP_none &&
	       op_info[e->kind].told != TOLD_memory;
}

/* What a thread read right before `end`, behind its last operation on anything
 * but memory, and had written itself. */
static void own_changes(
	struct sequence *s, const struct channel *c, uint32_t end, tid t)
{
	unsigned n = 0, seen = 0;

	for (uint32_t i = end; i-- > 0 && n < LOOKS_AT;) {
		const struct item *item = &s->item[i];
		struct touch at = sequence_touch(c, item);

		if (thread_of_item(c, item) != t)
			continue;
		if (!seen++ && is_it(c, &at)) /* where the pointer came from */
			continue;
		if (at.changes || is_operation(c, item))
			return;
		if (!at.size)
			continue;
		if (item->made) {
			show(s, i);
			show(s, item->made - 1);
		}
		n++;
	}
}

/* What the failing thread did last to what others touch; what it wrote itself
 * and read before it failed.  Who failed is not always known: a process that
 * was killed says nothing.  Then, where nothing passes between threads, the
 * last things that anyone did. */
static void context(struct sequence *s, const struct channel *c,
	struct touched *m, struct names *names)
{
	uint32_t end = s->count;
	bool any = false;
	tid t = c->bugs ? c->bug[0].thread : TID_NONE;

	for (uint32_t i = 0; i < s->count; i++)
		any |= s->item[i].shown && sequence_touch(c, &s->item[i]).size;
	while (end > 0 && !is_failing(c, &s->item[end - 1]))
		end--;
	if (end > 0) {
		t = thread_of_item(c, &s->item[--end]);
		last_of(s, c, m, names, end, t, !any);
		own_changes(s, c, end, t);
	} else if (last_of(s, c, m, names, s->count, t, !any) == 0 && !any) {
		last_of(s, c, m, names, s->count, TID_NONE, true);
	}
}

static void show_last_change(void *arg, struct mark *m)
{
	struct sequence *s = arg;

	if (m->write != TOUCHED_NONE)
		show(s, m->write);
}

/* Who holds what a thread waits for took it there. */
static void waited(
	struct sequence *s, const struct channel *c, struct touched *m)
{
	const struct channel_bug *bug = &c->bug[0];

	for (unsigned i = 0; c->bugs && i < bug->waits; i++)
		touched_each(m, bug->wait[i].object, 1, show_last_change, s);
}

/* The block that the failure is about was freed there. */
static void freed(struct sequence *s, const struct channel *c)
{
	const struct channel_place *p = &c->bug[0].place;

	if (!c->bugs || !p->block || !p->freed_pc)
		return;
	for (uint32_t i = s->count; i-- > 0;) {
		const struct trace_data *d = &c->data[s->item[i].at];

		if (s->item[i].is_data && d->kind == DATA_FREE &&
			d->place.block == p->block &&
			d->place.block_life == p->block_life) {
			show(s, i);
			return;
		}
	}
}

/* Where freed memory may be handed out again, a free is an operation, and tells
 * then what it does: one row. */
static void frees_once(struct sequence *s, const struct channel *c)
{
	static uint32_t before[THREADS_MAX]; /* an event's item, plus one */

	memset(before, 0, sizeof before);
	for (uint32_t i = 0; i < s->count; i++) {
		tid t = thread_of_item(c, &s->item[i]);
		const struct trace_data *d = &c->data[s->item[i].at];
		uint32_t last = before[t];

		before[t] = s->item[i].is_data ? 0 : i + 1;
		if (!last || !s->item[i].is_data || d->kind != DATA_FREE)
			continue;
		if (c->event[s->item[last - 1].at].kind == OP_heap_free &&
			c->event[s->item[last - 1].at].place.address ==
				d->place.address)
			s->item[last - 1].again = true;
	}
}

/* Where a thread comes from that has a row, and what its creator does then. */
static void creations(struct sequence *s, const struct channel *c)
{
	static bool has[THREADS_MAX];

	memset(has, 0, sizeof has);
	for (uint32_t i = 0; i < s->count; i++)
		if (s->item[i].shown)
			has[thread_of_item(c, &s->item[i])] = true;
	for (uint32_t i = 0; i < s->count; i++) {
		const struct trace_event *e = &c->event[s->item[i].at];

		if (!s->item[i].is_data && e->kind == OP_thread_create &&
			e->other < THREADS_MAX && has[e->other])
			show(s, i);
	}
}

/* Is it a row, with `full`? */
static bool is_row(
	const struct channel *c, const struct item *i, struct touched *m)
{
	return i->is_data ? touches_shared(c, i, m)
			  : c->event[i->at].kind != OP_none && !i->again;
}

bool sequence_is(const struct item *i, const struct noted *note)
{
	return note->there && i->is_data == note->is_data && i->at == note->at;
}

/* The waits of a deadlock have rows of their own. */
static bool has_row_at_end(const struct channel *c, const struct item *i)
{
	return c->bugs && c->bug[0].waits && !i->is_data &&
	       c->event[i->at].flags & EVENT_BLOCKED;
}

static bool is_noted(const struct item *i, const struct noted *note)
{
	for (unsigned n = 0; note && n < NOTED; n++)
		if (sequence_is(i, &note[n]))
			return true;
	return false;
}

static void build(struct sequence *s, const struct channel *c,
	const struct noted *note, struct names *names, bool full)
{
	struct touched m = {0};

	memset(s, 0, sizeof *s);
	if (!merge(s, c))
		return;
	s->alone = alone(s, c);
	frees_once(s, c);
	pass(s, c, &m);
	reads_before(s);
	waited(s, c, &m);
	freed(s, c);
	context(s, c, &m, names);
	for (uint32_t i = 0; i < s->count; i++) {
		struct item *item = &s->item[i];

		item->row = is_row(c, item, &m);
		if (!item->is_data && always(c, &c->event[item->at]))
			show(s, i);
		if (full && (item->row || !item->is_data))
			show(s, i);
		if (item->again)
			item->shown = false;
	}
	if (names)
		operands_show(s, names);
	if (names && !full)
		insides_hide(s, names);
	if (names && !full)
		temporaries_hide(s, names, &m);
	touched_free(&m);
	for (uint32_t i = 0; i < s->count; i++)
		if (is_noted(&s->item[i], note) &&
			!has_row_at_end(c, &s->item[i]))
			show(s, i);
	if (!full) {
		overdue_show(s, c);
		for (int i = 0; i < 2; i++) { /* each may lead to the other */
			sections_show(s, c);
			holders_arrivals(s, c);
			holders_show(s, c);
		}
		sections_show(s, c);
		creations(s, c);
		holders_arrivals(s, c);
	}
	for (uint32_t i = 0; i < s->count; i++)
		s->hidden += s->item[i].row && !s->item[i].shown;
	if (full)
		return;
	shorten(s, c, note);
	rounds_find(s, c);
}

void sequence_new(struct sequence *s, const struct channel *c,
	const struct noted *note, bool full)
{
	build(s, c, note, NULL, full);
}

void sequence_of(struct sequence *s, struct names *names, bool full)
{
	bool aside = names->aside;

	names->aside = true; /* looked at, to see what has a row */
	build(s, names->c, names->note, names, full);
	names->aside = aside;
}

void sequence_free(struct sequence *s)
{
	free(s->item);
	free(s->gap);
	memset(s, 0, sizeof *s);
}
