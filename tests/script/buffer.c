/* SPDX-License-Identifier: MIT */
/* buffer.c - store buffers of scripts, one for each thread (total store order)
 *
 * A store waits in its thread's buffer until it is flushed, which no thread
 * does: entry p->threads + t of a view is the buffer of thread t.  The n-th
 * store of a thread and its flush are one object, so that older flushes and
 * newer stores commute.
 */
#include <string.h>

#include "script.h"

enum {
	AT_SLOT = 0x1000 /* and so many more for each thread: */
};

unsigned script_entries(const struct program *p)
{
	return p->buffers ? 2 * p->threads : p->threads;
}

bool buffer_waits(const struct state *s, unsigned t, const struct statement *c)
{
	unsigned n = s->buffer[t].n;

	switch (c->kind) {
	case S_STORE:
	case S_STORE_REG:
		return n == SCRIPT_BUFFER;
	case S_LOAD:
	case S_SET:
	case S_ALLOC:
	case S_UNTIL:
	case S_SKIP:
	case S_AGAIN:
	case S_CHOOSE:
	case S_YIELD:
	case S_FAIL:
	case S_ASSERT:
	case S_ASSUME:
		return false;
	default: /* fences, updates, synchronisation, ends */
		return n > 0;
	}
}

bool buffer_used(const struct state *s, unsigned t)
{
	return s->buffer[t].flushed + s->buffer[t].n;
}

static uint64_t slot(unsigned t, unsigned number)
{
	return AT_SLOT + 0x100 * t + number;
}

uint64_t buffer_newest(const struct state *s, unsigned t)
{
	return slot(t, s->buffer[t].flushed + s->buffer[t].n);
}

void buffer_drained(const struct state *s, unsigned t, struct touched *f)
{
	if (buffer_used(s, t))
		touch(f, buffer_newest(s, t), OP_read);
}

void buffer_store(struct state *s, unsigned t, uint8_t var, int8_t value,
	struct touched *f)
{
	unsigned n = s->buffer[t].n++;

	s->buffer[t].var[n] = var;
	s->buffer[t].value[n] = value;
	touch(f, buffer_newest(s, t), OP_atomic_store);
}

/* Which entry thread t would read, from 1; 0: it reads memory. */
static unsigned own(const struct state *s, unsigned t, uint8_t var)
{
	unsigned n = s->buffer[t].n;

	while (n && s->buffer[t].var[n - 1] != var)
		n--;
	return n;
}

int8_t buffer_value(const struct state *s, unsigned t, uint8_t var)
{
	unsigned n = own(s, t, var);

	return n ? s->buffer[t].value[n - 1] : s->var[var];
}

void buffer_load(
	const struct state *s, unsigned t, uint8_t var, struct touched *f)
{
	unsigned n = own(s, t, var);

	if (n)
		touch(f, slot(t, s->buffer[t].flushed + n), OP_read);
	else
		touch(f, script_variable(var), OP_atomic_load);
}

void buffer_flush(struct state *s, unsigned t, struct touched *f)
{
	unsigned n = --s->buffer[t].n;
	uint8_t *var = s->buffer[t].var;
	int8_t *value = s->buffer[t].value;

	s->var[var[0]] = value[0];
	touch(f, slot(t, ++s->buffer[t].flushed), OP_atomic_store);
	touch(f, script_variable(var[0]), OP_atomic_store);
	memmove(var, var + 1, n);
	memmove(value, value + 1, n);
	var[n] = 0;
	value[n] = 0;
}

struct pending buffer_pending(const struct state *s, unsigned t)
{
	return (struct pending){.live = 1,
		.internal = 1,
		.owner = (tid)t,
		.kind = OP_atomic_store,
		.object = script_variable(s->buffer[t].var[0]),
		.size = 1};
}
