/* SPDX-License-Identifier: MIT */
/* story.c - the rows of an execution, and why the thread changes before one */
#include "report/story.h"

#include <string.h>

#include "report/file_name.h"
#include "report/letters.h"
#include "report/source.h"
#include "report/words.h"

/* Which threads have a row. */
static void find_threads(struct story *s)
{
	const struct channel *c = s->c;

	for (uint32_t i = 0; i < s->sequence.count; i++) {
		const struct item *item = &s->sequence.item[i];

		if (item->shown)
			s->has[item->is_data ? c->data[item->at].thread
					     : c->event[item->at].thread] =
				true;
	}
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (c->bug[0].wait[i].thread < THREADS_MAX &&
			c->bug[0].wait[i].kind != OP_none)
			s->has[c->bug[0].wait[i].thread] = true;
}

void story_init(struct story *s, struct names *names, bool full)
{
	memset(s, 0, sizeof *s);
	letters_give(names);
	sequence_of(&s->sequence, names, full);
	s->names = names;
	s->c = names->c;
	s->shown = TID_NONE;
	holds_init(&s->holds, s->c);
	story_file(names, s->file, sizeof s->file);
	find_threads(s);
}

void story_fini(struct story *s)
{
	sequence_free(&s->sequence);
}

bool story_has(const struct story *s, tid t)
{
	return s->has[t];
}

bool story_cut(const struct story *s, uint32_t item, char *out, size_t size)
{
	const struct sequence *q = &s->sequence;
	uint32_t rows = 0;

	out[0] = '\0';
	if (!q->item[item].out)
		return false;
	if (item && q->item[item - 1].out)
		return true;
	for (uint32_t i = item; i < q->count && q->item[i].out; i++)
		rows += q->item[i].shown;
	snprintf(out, size, "... %u rows are left out ...", rows);
	return true;
}

/* Is a row of the same thread at the same place before it? */
static bool goes_on(const struct story *s, const struct gap *gap)
{
	const struct item *item = s->sequence.item, *at = &item[gap->at];
	const struct channel *c = s->c;

	for (uint32_t i = gap->at; i-- > 0;) {
		if (!item[i].shown || item[i].is_data != at->is_data)
			continue;
		if (at->is_data ? c->data[item[i].at].thread ==
						  c->data[at->at].thread &&
					  c->data[item[i].at].stack.pc[0] ==
						  c->data[at->at].stack.pc[0]
				: c->event[item[i].at].thread ==
						  c->event[at->at].thread &&
					  c->event[item[i].at].stack.pc[0] ==
						  c->event[at->at].stack.pc[0])
			return true;
	}
	return false;
}

bool story_gap(struct story *s, uint32_t item, char *out, size_t size)
{
	const struct sequence *q = &s->sequence;
	const struct channel_stack *stack;
	const struct gap *gap;
	const struct item *at;
	char where[96];

	if (s->gap >= q->gaps || q->gap[s->gap].before != item)
		return false;
	gap = &q->gap[s->gap++];
	at = &q->item[gap->at];
	stack = at->is_data ? &s->c->data[at->at].stack
			    : &s->c->event[at->at].stack;
	names_frame_where(names_frame(s->names, stack->pc, stack->frames),
		where, sizeof where);
	snprintf(out, size, "... %u %srounds of %s at %s", gap->rounds,
		goes_on(s, gap) ? "more " : "",
		names_thread(at->is_data ? s->c->data[at->at].thread
					 : s->c->event[at->at].thread),
		where);
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
		const char *last = file_name(f->path);
		unsigned at = 0;

		if (!f->line)
			continue;
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

/* By an operation of which it is not known here whether it can be made: else
 * its thread has run to its first one, and is not chosen yet. */
static bool may_wait(const struct trace_event *e)
{
	switch ((enum op_waits)op_info[e->kind].waits) {
	case WAITS_no:
		return op_is(e->kind, GIVES_WAY);
	case WAITS_mutex:
	case WAITS_rwlock:
	case WAITS_end:
		return false;
	case WAITS_kernel: /* a stream has a lock, and no more */
		return !op_is(e->kind, IS_INSIDE);
	default:
		return true;
	}
}

/* Why `t` does not go on: from the last that was heard of it. */
static void why_switch(struct story *s, tid t, tid to, char *out, size_t size)
{
	uint32_t event = s->last[t] - 1;
	const struct trace_event *e = holds_made(&s->holds, event);
	const char *a = names_thread(t);
	char what[300];

	if (e->kind == OP_turn) {
		snprintf(out, size,
			"%s has been round a loop that changed nothing", a);
		return;
	}
	if (holds_arrived_only(&s->c->event[event])) {
		const struct hold *h = holds_of(&s->holds, e->place.address);
		bool left = s->c->event[event].flags & EVENT_PREEMPTED;

		if (holds_waits(&s->holds, event)) {
			words_wait(s->names, (enum op)e->kind, &e->place,
				e->other, h ? h->owner : TID_NONE,
				h ? h->pc : 0, what, sizeof what);
			snprintf(out, size, "%s waits for %s", a, what);
			return;
		}
		if (e->kind == OP_thread_exit && !left) {
			snprintf(out, size, "%s is about to end", a);
			return;
		}
		words_object(s->names, e, what, sizeof what);
		snprintf(out, size, "%s %s: %s%s", a,
			left	      ? "is preempted before"
			: may_wait(e) ? "waits"
				      : "is paused before",
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

/* Is it the wait of this thread that decides? */
static bool is_noted_wait(const struct story *s, const struct channel_wait *w)
{
	for (unsigned n = 0; s->names->note && n < NOTED; n++) {
		const struct noted *note = &s->names->note[n];
		const struct trace_event *e;

		if (!note->there || note->is_data)
			continue;
		e = &s->c->event[note->at];
		if (e->thread == w->thread && e->flags & EVENT_BLOCKED)
			return true;
	}
	return false;
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
	out->noted = is_noted_wait(s, w);
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
	const struct hold *h = holds_of(&s->holds, e->place.address);
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
	const char *through;
	size_t n = strlen(out->what);

	if (!frames)
		return;
	f = names_frame(s->names, pc, frames);
	through = names_through(s->names, pc, frames);
	if (through && !out->blocked && !out->failed && n < sizeof out->what)
		snprintf(out->what + n, sizeof out->what - n, " in %.60s",
			through);
	where(s, f, out->where, sizeof out->where);
	source_line(f->path, f->line, out->source, sizeof out->source);
}

/* Locals are named as of the next event of the thread that has them. */
static bool data_row(
	struct story *s, const struct trace_data *d, struct row *out)
{
	s->names->now = d->events;
	s->names->by = d->thread;
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
	s->names->by = e->thread;
	out->thread = e->thread;
	out->failed = e->flags & EVENT_FAILED;
	if (holds_dropped(e))
		return false;
	if (e->flags & EVENT_INTERNAL) { /* nobody went on, or was left */
		words_describe(s->names, e, out);
		place_row(s, e->stack.pc, e->stack.frames, out);
		out->number = ++s->rows;
		return true;
	}
	out->blocked = holds_arrived_only(e);
	if (!shown || (out->blocked && !holds_waits(&s->holds, event))) {
		s->last[e->thread] = event + 1;
		if (!out->blocked)
			holds_follow(&s->holds, event);
		return false;
	}
	begin_row(s, e->thread, out);
	s->last[e->thread] = event + 1;
	if (out->blocked)
		blocked_row(s, holds_made(&s->holds, event), out);
	else if (e->kind == OP_none)
		failure(s, out);
	else
		words_describe(s->names, e, out);
	place_row(s, e->stack.pc, e->stack.frames, out);
	if (!out->blocked)
		holds_follow(&s->holds, event);
	if (!out->blocked && !out->failed)
		out->number = ++s->rows;
	return true;
}

static bool any_row(struct story *s, uint32_t item, struct row *out)
{
	const struct item *i = &s->sequence.item[item];

	memset(out, 0, sizeof *out);
	for (unsigned n = 0; s->names->note && n < NOTED; n++)
		out->noted |= sequence_is(i, &s->names->note[n]);
	if (i->is_data)
		return i->shown && data_row(s, &s->c->data[i->at], out);
	return event_row(s, i->at, i->shown, out);
}

bool story_row(struct story *s, uint32_t item, struct row *out)
{
	bool aside = s->names->aside, shown;

	s->names->aside |= s->sequence.item[item].out;
	shown = any_row(s, item, out);
	s->names->aside = aside;
	return shown;
}

static void one_line(void *arg, const char *path, unsigned line, uint64_t start,
	uint64_t end)
{
	(void)path;
	(void)start;
	(void)end;
	*(bool *)arg |= line > 0;
}

bool story_has_lines(const struct names *n)
{
	bool any = false;

	if (n->symbols && n->c->modules)
		symbols_lines(n->symbols, 0, one_line, &any);
	return any;
}
