/* SPDX-License-Identifier: MIT */
/* story.c - the rows of an execution, and why the thread changes before one */
#include "report/story.h"

#include <string.h>

#include "report/source.h"
#include "report/words.h"

void story_init(struct story *s, struct names *names, bool full)
{
	memset(s, 0, sizeof *s);
	sequence_new(&s->sequence, names->c, full);
	s->names = names;
	s->c = names->c;
	s->shown = TID_NONE;
	for (uint32_t i = s->c->events; i-- > 0;) {
		tid t = s->c->event[i].thread;

		if (s->c->event[i].flags & EVENT_INTERNAL)
			continue;
		s->next[i] = s->last[t] ? s->last[t] - 1 : UINT32_MAX;
		s->last[t] = i + 1;
	}
	memset(s->last, 0, sizeof s->last);
	story_file(names, s->file, sizeof s->file);
}

void story_fini(struct story *s)
{
	sequence_free(&s->sequence);
}

bool story_has(const struct story *s, tid t)
{
	const struct channel *c = s->c;

	for (uint32_t i = 0; i < s->sequence.count; i++) {
		const struct item *item = &s->sequence.item[i];

		if (item->shown &&
			(item->is_data ? c->data[item->at].thread
				       : c->event[item->at].thread) == t)
			return true;
	}
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (c->bug[0].wait[i].thread == t &&
			c->bug[0].wait[i].kind != OP_none)
			return true;
	return false;
}

bool story_cut(const struct story *s, uint32_t item, char *out, size_t size)
{
	const struct sequence *q = &s->sequence;
	uint32_t rows = 0;

	out[0] = '\0';
	if (item < q->from || item >= q->to)
		return false;
	if (item > q->from)
		return true;
	for (uint32_t i = q->from; i < q->to; i++)
		rows += q->item[i].shown;
	snprintf(out, size, "... %u rows are left out ...", rows);
	return true;
}

void story_file(struct names *n, char *out, size_t size)
{
	static struct {
		char name[128];
		unsigned times;
	} seen[16];
	unsigned files = 0, best = 0;

	out[0] = '\0';
	for (uint32_t i = 0; i < n->c->events; i++) {
		const struct trace_event *e = &n->c->event[i];
		const struct frame *f =
			names_frame(n, e->stack.pc, e->stack.frames);
		const char *last = strrchr(f->path, '/');
		unsigned at = 0;

		if (!f->line)
			continue;
		last = last ? last + 1 : f->path;
		while (at < files && strcmp(seen[at].name, last) != 0)
			at++;
		if (at == files && files < 16) {
			snprintf(seen[at].name, sizeof seen[at].name, "%.127s",
				last);
			seen[files++].times = 0;
		}
		if (at < files && ++seen[at].times > seen[best].times)
			best = at;
	}
	if (files)
		snprintf(out, size, "%s", seen[best].name);
}

static struct hold *held(struct story *s, uint64_t object)
{
	for (unsigned i = 0; i < s->holds; i++)
		if (s->hold[i].object == object)
			return &s->hold[i];
	return NULL;
}

static void take(struct story *s, const struct trace_event *e)
{
	struct hold *h = held(s, e->place.address);

	if (!h && s->holds < HOLDS_MAX)
		h = &s->hold[s->holds++];
	if (h)
		*h = (struct hold){e->place.address, e->thread,
			e->stack.frames ? e->stack.pc[0] : 0};
}

static void give(struct story *s, uint64_t object)
{
	struct hold *h = held(s, object);

	if (h)
		*h = s->hold[--s->holds];
}

/* The lock that a condition wait lets go: the last one its thread took. */
static void give_last(struct story *s, tid t)
{
	for (unsigned i = s->holds; i-- > 0;)
		if (s->hold[i].owner == t) {
			give(s, s->hold[i].object);
			return;
		}
}

static void follow(struct story *s, const struct trace_event *e)
{
	bool failed = e->flags & EVENT_HAS_RESULT && e->result;

	if (e->kind == OP_thread_exit)
		s->ended[e->thread] = true;
	if (op_is(e->kind, TAKES) && !failed)
		take(s, e);
	if (op_is(e->kind, GIVES))
		give(s, e->place.address);
	if (op_is(e->kind, GIVES_LAST))
		give_last(s, e->thread);
}

/* The operation that a thread arrives at: the machine keeps its kind in the
 * event of when it is made. */
static const struct trace_event *made(const struct story *s, uint32_t event)
{
	const struct trace_event *e = &s->c->event[event];

	if (e->kind == OP_none && !(e->flags & EVENT_FAILED) &&
		s->next[event] != UINT32_MAX)
		return &s->c->event[s->next[event]];
	return e;
}

/* Did somebody else touch its object before it went on?  Then it may well have
 * waited for that. */
static bool touched_meanwhile(const struct story *s, uint32_t event)
{
	const struct trace_event *e = &s->c->event[event];
	uint32_t end = s->next[event];

	for (uint32_t i = event + 1; i < s->c->events && i < end; i++)
		if (s->c->event[i].thread != e->thread &&
			s->c->event[i].place.address == e->place.address)
			return true;
	return end == UINT32_MAX;
}

/* It arrived and was not first to go on: because it could not? */
static bool waits(struct story *s, uint32_t event)
{
	const struct trace_event *e = made(s, event);

	switch ((enum op_waits)op_info[e->kind].waits) {
	case WAITS_mutex:
	case WAITS_rwlock:
		return held(s, e->place.address);
	case WAITS_end:
		return e->other >= THREADS_MAX || !s->ended[e->other];
	case WAITS_wake:
	case WAITS_arrivals:
	case WAITS_others:
		return true;
	case WAITS_units:
	case WAITS_change:
		return !op_is(e->kind, GIVES_WAY_LATE) &&
		       touched_meanwhile(s, event);
	default:
		return false;
	}
}

static bool arrived_only(const struct trace_event *e)
{
	return !(e->flags & EVENT_FAILED) &&
	       (e->kind == OP_none || e->flags & EVENT_BLOCKED);
}

/* Why `t` does not go on: from the last that was heard of it. */
static void why_switch(struct story *s, tid t, tid to, char *out, size_t size)
{
	uint32_t event = s->last[t] - 1;
	const struct trace_event *e = made(s, event);
	const char *a = names_thread(t);
	char what[300];

	if (e->kind == OP_turn) {
		snprintf(out, size,
			"%s has been round a loop that changed nothing", a);
		return;
	}
	if (arrived_only(&s->c->event[event])) {
		struct hold *h = held(s, e->place.address);

		if (waits(s, event)) {
			words_wait(s->names, (enum op)e->kind, &e->place,
				e->other, h ? h->owner : TID_NONE,
				h ? h->pc : 0, what, sizeof what);
			snprintf(out, size, "%s waits for %s", a, what);
			return;
		}
		words_object(s->names, e, what, sizeof what);
		snprintf(out, size, "%s is preempted before: %s%s", a,
			op_info[e->kind].text, what);
		return;
	}
	if (e->kind == OP_thread_exit)
		snprintf(out, size, "%s has ended", a);
	else if (op_is(e->kind, GIVES_LAST))
		snprintf(out, size, "%s waits to be woken", a);
	else if (op_is(e->kind, GIVES_WAY) ||
		 op_info[e->kind].waits == WAITS_change)
		snprintf(out, size, "%s gives way (%s)", a,
			op_info[e->kind].text);
	else
		snprintf(out, size,
			"%s is preempted here: the schedule goes on with %s", a,
			names_thread(to));
}

static void where(
	const struct story *s, const struct frame *f, char *out, size_t size)
{
	size_t n = strlen(s->file);

	names_frame_where(f, out, size);
	if (n && strncmp(out, s->file, n) == 0 && out[n] == ':')
		memmove(out, out + n + 1, strlen(out + n + 1) + 1);
}

static void failure(const struct story *s, struct row *out)
{
	const struct channel_bug *bug = &s->c->bug[0];

	if (s->c->bugs)
		snprintf(out->what, sizeof out->what, "%s",
			bug_info[bug->kind].text);
	else
		snprintf(out->what, sizeof out->what, "%s",
			s->c->cuts ? "is cut here" : "fails here");
}

bool story_last(struct story *s, unsigned wait, struct row *out)
{
	const struct channel_bug *bug = &s->c->bug[0];
	const struct channel_wait *w = &bug->wait[wait];
	char what[300];
	const struct frame *f;

	memset(out, 0, sizeof *out);
	if (!s->c->bugs || wait >= bug->waits || w->kind == OP_none ||
		w->thread == TID_NONE)
		return false;
	words_waits(s->names, w, what, sizeof what);
	snprintf(out->what, sizeof out->what, "%.190s", what);
	out->thread = w->thread;
	out->failed = true;
	f = names_frame(s->names, w->stack.pc, w->stack.frames);
	if (w->stack.frames)
		where(s, f, out->where, sizeof out->where);
	source_line(f->path, f->line, out->source, sizeof out->source);
	return true;
}

/* A row of a thread goes on from the row before. */
static void begin_row(struct story *s, tid t, struct row *out)
{
	if (s->shown != TID_NONE && s->shown != t && !s->told)
		why_switch(s, s->shown, t, out->before, sizeof out->before);
	s->shown = t;
	s->told = false;
}

/* What somebody else has to do first. */
static void blocked_row(
	struct story *s, const struct trace_event *e, struct row *out)
{
	struct hold *h = held(s, e->place.address);
	char what[300];

	words_wait(s->names, (enum op)e->kind, &e->place, e->other,
		h ? h->owner : TID_NONE, h ? h->pc : 0, what, sizeof what);
	snprintf(out->what, sizeof out->what, "waits for %.180s", what);
	s->told = true;
}

static void place_row(
	struct story *s, const uint64_t *pc, unsigned frames, struct row *out)
{
	const struct frame *f;

	if (!frames)
		return;
	f = names_frame(s->names, pc, frames);
	where(s, f, out->where, sizeof out->where);
	source_line(f->path, f->line, out->source, sizeof out->source);
}

/* Locals are named as of the next event of the thread that has them. */
static bool data_row(
	struct story *s, const struct trace_data *d, struct row *out)
{
	s->names->now = d->events;
	out->thread = d->thread;
	begin_row(s, d->thread, out);
	words_data(s->names, d, out);
	place_row(s, d->stack.pc, d->stack.frames, out);
	out->number = ++s->rows;
	return true;
}

static bool event_row(
	struct story *s, uint32_t event, bool shown, struct row *out)
{
	const struct trace_event *e = &s->c->event[event];

	s->names->now = event;
	out->thread = e->thread;
	out->failed = e->flags & EVENT_FAILED;
	if (e->flags & EVENT_INTERNAL) { /* nobody went on, or was left */
		words_describe(s->names, e, out);
		out->number = ++s->rows;
		return true;
	}
	out->blocked = arrived_only(e);
	if (!shown || (out->blocked && !waits(s, event))) {
		s->last[e->thread] = event + 1;
		if (!out->blocked)
			follow(s, e);
		return false;
	}
	begin_row(s, e->thread, out);
	s->last[e->thread] = event + 1;
	if (out->blocked)
		blocked_row(s, made(s, event), out);
	else if (e->kind == OP_none)
		failure(s, out);
	else
		words_describe(s->names, e, out);
	place_row(s, e->stack.pc, e->stack.frames, out);
	if (!out->blocked)
		follow(s, e);
	if (!out->blocked && !out->failed)
		out->number = ++s->rows;
	return true;
}

bool story_row(struct story *s, uint32_t item, struct row *out)
{
	const struct item *i = &s->sequence.item[item];

	memset(out, 0, sizeof *out);
	if (i->is_data)
		return i->shown && data_row(s, &s->c->data[i->at], out);
	return event_row(s, i->at, i->shown, out);
}
