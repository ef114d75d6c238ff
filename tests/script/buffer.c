/* SPDX-License-Identifier: MIT */
/* buffer.c - store buffers of scripts: total and partial store order
 *
 * A store waits in its thread's buffer until it is flushed, which no thread
 * does.  Behind the threads, a view has their buffers: one for each (tso), or
 * one for each thread and variable (pso).  What they share with threads, and
 * with who reads and writes, is in src/search/late.h.
 */
#include <string.h>

#include "script.h"
#include "search/late.h"

static bool partial(const struct program *p)
{
	return p->model == MODEL_pso;
}

static unsigned buffers_of(const struct program *p)
{
	return partial(p) ? SCRIPT_VARS : 1;
}

unsigned script_entries(const struct program *p)
{
	return p->model == MODEL_sc ? p->threads
				    : p->threads * (1 + buffers_of(p));
}

static unsigned buffer_of(const struct program *p, uint8_t var)
{
	return partial(p) ? var : 0;
}

/* Entry t of a view, which is none of the threads. */
static unsigned owner_of(const struct program *p, unsigned t)
{
	return (t - p->threads) / buffers_of(p);
}

/* The place of its oldest store; `n`: it is empty. */
static unsigned oldest(
	const struct program *p, const struct state *s, unsigned t)
{
	const struct buffer *b = &s->buffer[owner_of(p, t)];
	unsigned i = 0;

	while (i < b->n && partial(p) &&
		b->entry[i].var != (t - p->threads) % SCRIPT_VARS)
		i++;
	return i;
}

bool buffer_live(const struct program *p, const struct state *s, unsigned t)
{
	return oldest(p, s, t) < s->buffer[owner_of(p, t)].n;
}

/* All that have to leave before it have left. */
bool buffer_flushes(const struct program *p, const struct state *s, unsigned t)
{
	const struct buffer *b = &s->buffer[owner_of(p, t)];
	unsigned i = oldest(p, s, t);

	if (i == b->n)
		return false;
	for (unsigned k = 0; k < SCRIPT_VARS; k++)
		if (b->flushed[k] < b->entry[i].after[k])
			return false;
	return true;
}

bool statement_drains(const struct statement *c)
{
	if (c->kind == S_SEQ)
		return true;
	if (c->kind == S_RELEASE_FENCE || c->kind == S_SET ||
		c->kind == S_ALLOC || c->kind == S_SKIP || c->kind == S_AGAIN)
		return false;
	return op_late(statement_op(c)) == LATE_drains;
}

bool buffer_waits(const struct state *s, unsigned t, const struct statement *c)
{
	return s->buffer[t].n && statement_drains(c);
}

bool buffer_used(const struct state *s, unsigned t)
{
	return s->buffer[t].stored_since;
}

/* Number `n` of those that went into it, from 1. */
static uint64_t object(unsigned t, unsigned buffer, unsigned n)
{
	return entry_of((tid)t, (uint16_t)buffer, n - 1);
}

static void touch_late(struct touched *f, struct access a)
{
	touch(f, a.address, a.kind);
	if (f)
		f->access[f->n - 1] = a;
}

/* The newest of each buffer that some must have left. */
static void after(unsigned t, const uint8_t *newest, struct touched *f)
{
	for (unsigned k = 0; k < SCRIPT_VARS; k++)
		if (newest[k])
			touch_late(f, late_waited(object(t, k, newest[k])));
}

uint64_t buffer_newest(const struct state *s, unsigned t)
{
	const struct buffer *b = &s->buffer[t];
	unsigned k = 0;

	while (k < SCRIPT_VARS && b->stored[k] == b->flushed[k])
		k++;
	return k < SCRIPT_VARS ? object(t, k, b->stored[k]) : 0;
}

void buffer_drained(struct state *s, unsigned t, struct touched *f)
{
	s->buffer[t].stored_since = 0;
	after(t, s->buffer[t].stored, f);
}

void buffer_store(const struct program *p, struct state *s, unsigned t,
	const struct statement *c, int8_t value, struct touched *f)
{
	struct buffer *b = &s->buffer[t];
	struct entry *e = &b->entry[b->n++];
	unsigned k = buffer_of(p, c->object);

	e->var = c->object;
	e->value = value;
	memcpy(e->after, c->kind == S_RELEASE ? b->stored : b->fenced,
		sizeof e->after);
	if (!partial(p))
		memset(e->after, 0, sizeof e->after);
	e->after[k] = 0; /* it is behind them anyway */
	e->number = ++b->stored[k];
	b->stored_since = 1;
	touch_late(f, late_made(object(t, k, e->number)));
}

void buffer_fence(struct state *s, unsigned t)
{
	memcpy(s->buffer[t].fenced, s->buffer[t].stored,
		sizeof s->buffer[t].fenced);
}

/* Which entry thread t would read, from 1; 0: it reads memory. */
static unsigned own(const struct state *s, unsigned t, uint8_t var)
{
	unsigned n = s->buffer[t].n;

	while (n && s->buffer[t].entry[n - 1].var != var)
		n--;
	return n;
}

int8_t buffer_value(const struct state *s, unsigned t, uint8_t var)
{
	unsigned n = own(s, t, var);

	return n ? s->buffer[t].entry[n - 1].value : s->var[var];
}

void buffer_load(const struct program *p, const struct state *s, unsigned t,
	uint8_t var, struct touched *f)
{
	const struct writer *w = &s->writer[var];
	unsigned n = own(s, t, var), k = buffer_of(p, var);

	if (n)
		n = s->buffer[t].entry[n - 1].number;
	else if (w->number && w->thread == t && !w->added)
		n = w->number;
	if (n)
		touch_late(f, late_served(object(t, k, n)));
	else
		touch(f, script_variable(var), OP_atomic_load);
}

void buffer_write(const struct program *p, struct state *s, uint8_t var,
	uint8_t kind, struct touched *f)
{
	struct writer *w = &s->writer[var];

	touch(f, script_variable(var), kind);
	if (w->number)
		touch_late(f, late_covered(object(w->thread, buffer_of(p, var),
						   w->number),
				      kind));
	w->added = kind == OP_atomic_add || kind == OP_atomic_add_release;
	if (!w->added)
		memset(w, 0, sizeof *w);
}

void buffer_flush(
	const struct program *p, struct state *s, unsigned t, struct touched *f)
{
	struct buffer *b = &s->buffer[owner_of(p, t)];
	unsigned i = oldest(p, s, t);
	struct entry e = b->entry[i];
	unsigned k = buffer_of(p, e.var), owner = owner_of(p, t);

	b->flushed[k]++;
	touch_late(f, late_made(object(owner, k, e.number)));
	after(owner, e.after, f);
	buffer_write(p, s, e.var, OP_atomic_store, f);
	s->var[e.var] = e.value;
	s->writer[e.var] = (struct writer){(uint8_t)owner, e.number, 0};
	memmove(&b->entry[i], &b->entry[i + 1],
		(--b->n - i) * sizeof *b->entry);
	memset(&b->entry[b->n], 0, sizeof *b->entry);
}

struct pending buffer_pending(
	const struct program *p, const struct state *s, unsigned t)
{
	unsigned owner = owner_of(p, t);
	const struct buffer *b = &s->buffer[owner];
	const struct entry *e = &b->entry[oldest(p, s, t)];
	struct pending pending = {.live = 1,
		.internal = 1,
		.owner = (tid)owner,
		.kind = OP_flush,
		.object = script_variable(e->var),
		.size = 1};

	for (unsigned k = 0; k < SCRIPT_VARS; k++)
		if (b->flushed[k] < e->after[k]) {
			pending.elsewhere = 1;
			pending.waits = object(owner, k, e->after[k]);
		}
	return pending;
}
