/* SPDX-License-Identifier: MIT */
/* story.c - one event in words, and why the thread changed before it */
#include "report/story.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "report/source.h"

enum { HEAD = 60, TAIL = 340 }; /* events shown of a long execution */

void story_init(struct story *s, struct names *names)
{
	memset(s, 0, sizeof *s);
	s->names = names;
	s->c = names->c;
	s->shown = TID_NONE;
	for (uint32_t i = s->c->events; i-- > 0;) {
		tid t = s->c->event[i].thread;

		s->next[i] = s->last[t] ? s->last[t] - 1 : UINT32_MAX;
		s->last[t] = i + 1;
	}
	memset(s->last, 0, sizeof s->last);
	story_file(names, s->file, sizeof s->file);
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
			snprintf(seen[at].name, sizeof seen[at].name,
				"%.127s", last);
			seen[files++].times = 0;
		}
		if (at < files && ++seen[at].times > seen[best].times)
			best = at;
	}
	if (files)
		snprintf(out, size, "%s", seen[best].name);
}

void story_cut(const struct channel *c, uint32_t *from, uint32_t *to)
{
	*from = *to = c->events;
	if (c->events > HEAD + TAIL + 10) {
		*from = HEAD;
		*to = c->events - TAIL;
	}
}

static bool is_memory(enum op kind)
{
	switch (kind) {
	case OP_read:
	case OP_write:
	case OP_atomic_load:
	case OP_atomic_store:
	case OP_atomic_rmw:
	case OP_atomic_cas:
	case OP_await:
		return true;
	default:
		return false;
	}
}

static bool is_thread(enum op kind)
{
	return kind == OP_thread_create || kind == OP_thread_join ||
		kind == OP_thread_tryjoin || kind == OP_thread_timedjoin ||
		kind == OP_thread_detach;
}

/* Whose end a join waits for; until it is over only the deadlock knows. */
static tid joined(const struct names *n, const struct trace_event *e)
{
	const struct channel_bug *bug = &n->c->bug[0];

	if (e->other != TID_NONE || !n->c->bugs)
		return e->other;
	for (unsigned i = 0; i < bug->waits; i++)
		if (bug->wait[i].thread == e->thread &&
			bug->wait[i].kind == e->kind)
			return bug->wait[i].owner;
	return TID_NONE;
}

/* "q.lock" as an argument is "&q.lock"; blocks and locals have no such name. */
static void object(struct names *n, const struct trace_event *e, char *out,
	size_t size)
{
	char name[128];

	out[0] = '\0';
	if (is_thread((enum op)e->kind) && joined(n, e) != TID_NONE) {
		snprintf(out, size, " %s", names_thread(joined(n, e)));
		return;
	}
	if (!e->place.address || op_info[e->kind].class == CLASS_io ||
		op_info[e->kind].class == CLASS_time ||
		e->kind == OP_thread_exit || e->kind == OP_process_exit ||
		e->kind == OP_process_leave || is_thread((enum op)e->kind))
		return;
	names_object(n, &e->place, is_memory((enum op)e->kind) ? e->size : 0,
		name, sizeof name);
	snprintf(out, size, " %s%s",
		!is_memory((enum op)e->kind) && !strchr(name, ' ') &&
				strncmp(name, "0x", 2) != 0
			? "&"
			: "",
		name);
}

static void values(struct names *n, const struct trace_event *e, char *out,
	size_t size)
{
	char value[96] = "", result[96] = "";
	bool has_value = e->flags & EVENT_HAS_VALUE;
	bool has_result = e->flags & EVENT_HAS_RESULT;

	out[0] = '\0';
	if (has_value)
		names_value(n, e->value, e->size, value, sizeof value);
	if (is_memory((enum op)e->kind)) {
		if (has_result)
			names_value(n, e->result, e->size, result,
				sizeof result);
		if (has_value && has_result)
			snprintf(out, size, ": %s -> %s", value, result);
		else if (e->kind == OP_atomic_cas && has_value)
			snprintf(out, size, ": fails, it is %s", value);
		else if (has_value)
			snprintf(out, size, " = %s", value);
		return;
	}
	if (e->kind == OP_choose && has_result) {
		snprintf(out, size, ": %" PRIu64, e->result);
		return;
	}
	if (has_result && e->result) {
		const char *name = e->result < 200
			? strerrorname_np((int)e->result)
			: NULL;

		if (name)
			snprintf(out, size, ": %s", name);
		else
			snprintf(out, size, ": %" PRId64, (int64_t)e->result);
	} else if (has_value && e->value) {
		snprintf(out, size, " (%s)", value);
	}
}

static void describe(struct names *n, const struct trace_event *e,
	struct row *out)
{
	char on[160], value[200];

	object(n, e, on, sizeof on);
	value[0] = '\0';
	if (!out->blocked)
		values(n, e, value, sizeof value);
	snprintf(out->what, sizeof out->what, "%s%s%s", op_info[e->kind].text,
		on, value);
	if ((e->kind == OP_cond_signal || e->kind == OP_sem_post) &&
		e->other != TID_NONE) {
		size_t used = strlen(out->what);

		snprintf(out->what + used, sizeof out->what - used,
			", wakes %s", names_thread(e->other));
	}
	if (out->blocked) {
		size_t used = strlen(out->what);

		snprintf(out->what + used, sizeof out->what - used,
			": blocked");
	}
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
	switch ((enum op)e->kind) {
	case OP_mutex_lock:
	case OP_mutex_trylock:
	case OP_mutex_timedlock:
	case OP_rw_wrlock:
	case OP_rw_trywrlock:
	case OP_rw_timedwrlock:
	case OP_rw_rdlock:
		if (!failed)
			take(s, e);
		break;
	case OP_mutex_unlock:
	case OP_rw_unlock:
		give(s, e->place.address);
		break;
	case OP_cond_wait:
	case OP_cond_timedwait:
		give_last(s, e->thread);
		break;
	default:
		break;
	}
}

void story_wait(struct names *n, enum op kind, const struct channel_place *at,
	tid other, tid owner, uint64_t owner_pc, char *out, size_t size)
{
	char name[128], where[96];
	size_t used;

	if (is_thread(kind)) {
		tid t = other != TID_NONE ? other : owner;

		if (t != TID_NONE)
			snprintf(out, size, "the end of %s", names_thread(t));
		else
			snprintf(out, size, "the end of a thread");
		return;
	}
	if (kind == OP_cond_wake) {
		names_object(n, at, 0, name, sizeof name);
		snprintf(out, size, "a wake-up from %s%s",
			strchr(name, ' ') ? "" : "&", name);
		return;
	}
	if (kind == OP_process_exit || kind == OP_thread_exit ||
		kind == OP_process_leave) {
		snprintf(out, size, "the other threads to end");
		return;
	}
	names_object(n, at, 0, name, sizeof name);
	used = (size_t)snprintf(out, size, "%s%s%s",
		kind == OP_await ? "a change of " : "",
		kind != OP_await && !strchr(name, ' ') ? "&" : "", name);
	if (owner == TID_NONE || used >= size)
		return;
	used += (size_t)snprintf(out + used, size - used, ", held by %s",
		names_thread(owner));
	if (owner_pc && used < size) {
		names_where(n, owner_pc, where, sizeof where);
		snprintf(out + used, size - used, " since %s", where);
	}
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
	const struct hold *h;

	switch ((enum op)e->kind) {
	case OP_mutex_lock:
	case OP_mutex_timedlock:
	case OP_rw_rdlock:
	case OP_rw_wrlock:
	case OP_rw_timedrdlock:
	case OP_rw_timedwrlock:
		h = held(s, e->place.address);
		return h != NULL;
	case OP_thread_join:
	case OP_thread_timedjoin:
		return e->other >= THREADS_MAX || !s->ended[e->other];
	case OP_cond_wake:
	case OP_barrier_leave:
	case OP_process_leave:
		return true;
	case OP_sem_wait:
	case OP_futex_wait:
	case OP_await:
		return touched_meanwhile(s, event);
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

	if (arrived_only(&s->c->event[event])) {
		struct hold *h = held(s, e->place.address);

		if (waits(s, event)) {
			story_wait(s->names, (enum op)e->kind, &e->place,
				joined(s->names, e), h ? h->owner : TID_NONE,
				h ? h->pc : 0, what, sizeof what);
			snprintf(out, size, "%s waits for %s", a, what);
			return;
		}
		object(s->names, e, what, sizeof what);
		snprintf(out, size, "%s is preempted before: %s%s", a,
			op_info[e->kind].text, what);
		return;
	}
	switch ((enum op)e->kind) {
	case OP_thread_exit:
		snprintf(out, size, "%s has ended", a);
		return;
	case OP_yield:
	case OP_spin_hint:
	case OP_sleep:
	case OP_await:
		snprintf(out, size, "%s gives way (%s)", a,
			op_info[e->kind].text);
		return;
	case OP_cond_wait:
	case OP_cond_timedwait:
		snprintf(out, size, "%s waits to be woken", a);
		return;
	default:
		snprintf(out, size,
			"%s is preempted here: the schedule goes on with %s", a,
			names_thread(to));
	}
}

static void where(const struct story *s, const struct frame *f, char *out,
	size_t size)
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
		snprintf(out->what, sizeof out->what, "fails here");
}

bool story_last(struct story *s, unsigned wait, struct row *out)
{
	const struct channel_bug *bug = &s->c->bug[0];
	const struct channel_wait *w = &bug->wait[wait];
	struct channel_place place = {.address = w->object,
		.block_thread = TID_NONE, .freed_thread = TID_NONE,
		.stack_of = TID_NONE, .tls_of = TID_NONE};
	char what[300];
	const struct frame *f;

	memset(out, 0, sizeof *out);
	if (!s->c->bugs || wait >= bug->waits || w->kind == OP_none ||
		w->thread == TID_NONE)
		return false;
	story_wait(s->names, (enum op)w->kind, &place, TID_NONE, w->owner,
		w->owner_pc, what, sizeof what);
	snprintf(out->what, sizeof out->what, "%s %.180s",
		w->spinning ? "spins on" : "waits for", what);
	out->thread = w->thread;
	out->failed = true;
	f = names_frame(s->names, w->stack.pc, w->stack.frames);
	if (w->stack.frames)
		where(s, f, out->where, sizeof out->where);
	source_line(f->path, f->line, out->source, sizeof out->source);
	return true;
}

bool story_row(struct story *s, uint32_t event, struct row *out)
{
	const struct trace_event *e = &s->c->event[event];
	const struct frame *f;

	memset(out, 0, sizeof *out);
	out->step = e->step;
	out->thread = e->thread;
	out->failed = e->flags & EVENT_FAILED;
	out->blocked = arrived_only(e);
	if (out->blocked && !waits(s, event)) {
		s->last[e->thread] = event + 1;
		return false;
	}
	if (s->shown != TID_NONE && s->shown != e->thread)
		why_switch(s, s->shown, e->thread, out->before,
			sizeof out->before);
	s->last[e->thread] = event + 1;
	s->shown = e->thread;
	if (e->kind == OP_none && !out->blocked)
		failure(s, out);
	else
		describe(s->names, made(s, event), out);
	if (e->stack.frames) {
		f = names_frame(s->names, e->stack.pc, e->stack.frames);
		where(s, f, out->where, sizeof out->where);
		source_line(f->path, f->line, out->source, sizeof out->source);
	}
	if (!out->blocked)
		follow(s, e);
	return true;
}
