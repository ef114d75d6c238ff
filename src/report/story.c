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

/* "q.lock" as an argument is "&q.lock"; blocks and locals have no such name. */
static void object(struct names *n, const struct trace_event *e, char *out,
	size_t size)
{
	char name[128];

	out[0] = '\0';
	if (is_thread((enum op)e->kind) && e->other != TID_NONE) {
		snprintf(out, size, " %s", names_thread(e->other));
		return;
	}
	if (!e->place.address || op_info[e->kind].class == CLASS_io ||
		op_info[e->kind].class == CLASS_time)
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
		if (has_value && has_result &&
			(e->value != e->result || e->kind == OP_atomic_rmw))
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
	values(n, e, value, sizeof value);
	snprintf(out->what, sizeof out->what, "%s%s%s", op_info[e->kind].text,
		on, value);
	if ((e->kind == OP_cond_signal || e->kind == OP_sem_post) &&
		e->other != TID_NONE) {
		size_t used = strlen(out->what);

		snprintf(out->what + used, sizeof out->what - used,
			", wakes %s", names_thread(e->other));
	}
	if (e->flags & EVENT_BLOCKED) {
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

	switch ((enum op)e->kind) {
	case OP_mutex_lock:
	case OP_mutex_trylock:
	case OP_mutex_timedlock:
	case OP_rw_wrlock:
	case OP_rw_trywrlock:
	case OP_rw_timedwrlock:
	case OP_rw_rdlock:
		if (!(e->flags & EVENT_BLOCKED) && !failed)
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
	if (kind == OP_process_exit || kind == OP_thread_exit) {
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

static void why_switch(struct story *s, const struct trace_event *last,
	const struct trace_event *e, struct row *out)
{
	const char *a = names_thread(last->thread);
	char what[300];

	if (last->flags & EVENT_BLOCKED) {
		struct hold *h = held(s, last->place.address);

		story_wait(s->names, (enum op)last->kind, &last->place,
			last->other, h ? h->owner : TID_NONE, h ? h->pc : 0,
			what, sizeof what);
		snprintf(out->before, sizeof out->before, "%s waits for %s", a,
			what);
		return;
	}
	switch ((enum op)last->kind) {
	case OP_thread_exit:
		snprintf(out->before, sizeof out->before, "%s has ended", a);
		return;
	case OP_yield:
	case OP_spin_hint:
	case OP_sleep:
	case OP_await:
		snprintf(out->before, sizeof out->before, "%s gives way (%s)",
			a, op_info[last->kind].text);
		return;
	case OP_cond_wait:
	case OP_cond_timedwait:
		snprintf(out->before, sizeof out->before,
			"%s waits to be woken", a);
		return;
	default:
		break;
	}
	snprintf(out->before, sizeof out->before,
		"%s is preempted here: the schedule goes on with %s", a,
		names_thread(e->thread));
}

static void where(const struct story *s, const struct frame *f, char *out,
	size_t size)
{
	size_t n = strlen(s->file);

	names_frame_where(f, out, size);
	if (n && strncmp(out, s->file, n) == 0 && out[n] == ':')
		memmove(out, out + n + 1, strlen(out + n + 1) + 1);
}

void story_row(struct story *s, uint32_t event, struct row *out)
{
	const struct trace_event *e = &s->c->event[event];
	const struct frame *f;

	memset(out, 0, sizeof *out);
	out->step = e->step;
	out->thread = e->thread;
	out->failed = e->flags & EVENT_FAILED;
	if (event && s->c->event[event - 1].thread != e->thread)
		why_switch(s, &s->c->event[event - 1], e, out);
	describe(s->names, e, out);
	if (e->stack.frames) {
		f = names_frame(s->names, e->stack.pc, e->stack.frames);
		where(s, f, out->where, sizeof out->where);
		source_line(f->path, f->line, out->source, sizeof out->source);
	}
	follow(s, e);
}
