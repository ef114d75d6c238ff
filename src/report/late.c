/* SPDX-License-Identifier: MIT */
#include "report/late.h"

#include <stdio.h>
#include <string.h>

#include "report/holds.h"
#include "report/sentence.h"
#include "report/words.h"
#include "search/model.h"

enum {
	TOLD_MOST = 2 /* in a sentence */
};

static bool is_made(const struct trace_event *e)
{
	return e->kind != OP_none &&
	       !(e->flags & (EVENT_BLOCKED | EVENT_PREEMPTED));
}

/* That of a store which was seen at once has no row, and is one all the same.
 */
static bool is_flush(const struct trace_event *e)
{
	return e->kind == OP_flush || holds_dropped(e);
}

/* Its result is then the store, from 1: trace_visible(). */
static bool shows(const struct trace_event *e, uint32_t store)
{
	return is_flush(e) && e->result == store + 1;
}

/* A newer one of its thread's that is seen before it. */
static bool shows_newer(const struct trace_event *e, uint32_t store)
{
	return is_flush(e) && e->result > store + 1;
}

static bool overtakes(
	const struct channel *c, uint32_t store, const struct trace_event *e)
{
	if (e->thread != c->event[store].thread)
		return false;
	if (is_flush(e))
		return shows_newer(e, store);
	return is_made(e) && op_late(e->kind) != LATE_stores;
}

/* Where all others see it. */
static uint32_t visible(const struct channel *c, uint32_t store)
{
	uint32_t parts = (c->event[store].size + 7) / 8; /* one flush each */

	for (uint32_t i = store + 1; i < c->events; i++)
		if (c->event[i].thread == c->event[store].thread &&
			shows(&c->event[i], store) && !--parts)
			return i;
	return LATE_NEVER;
}

/* What overtook it, up to there. */
static uint32_t overtaker(
	const struct channel *c, uint32_t store, uint32_t until)
{
	uint32_t by = LATE_NEVER;

	for (uint32_t i = store + 1; i < c->events && i < until; i++)
		if (overtakes(c, store, &c->event[i]) &&
			(by == LATE_NEVER || (is_flush(&c->event[i]) &&
						     !is_flush(&c->event[by]))))
			by = i;
	return by;
}

static bool is_late_store(const struct trace_event *e)
{
	return e->flags & EVENT_LATE && e->kind != OP_flush;
}

bool late_known(const struct found *f)
{
	return f->replay && f->confirmed && !f->replay->events_dropped;
}

/* `helped`: a fence behind it orders the older ones of its thread, too, with
 * what comes behind. */
static size_t find(const struct channel *c, bool helped, struct late_store *out,
	size_t room)
{
	static uint32_t seen[THREADS_MAX]; /* where all of its stores are */
	size_t n = 0;

	if (c->events_dropped)
		return 0;
	memset(seen, 0, sizeof seen);
	for (uint32_t i = 0; i < c->events; i++) {
		uint32_t *all = &seen[c->event[i].thread % THREADS_MAX];
		struct late_store l;

		if (!is_late_store(&c->event[i]))
			continue;
		l = (struct late_store){i, LATE_NEVER, visible(c, i)};
		if (l.visible > *all)
			*all = l.visible;
		l.by = overtaker(c, i, helped ? *all : l.visible);
		if (l.by == LATE_NEVER)
			continue;
		if (n < room)
			out[n] = l;
		n++;
	}
	return n;
}

size_t late_find(const struct channel *c, struct late_store *out, size_t room)
{
	return find(c, false, out, room);
}

size_t late_helped(const struct channel *c, struct late_store *out, size_t room)
{
	return find(c, true, out, room);
}

bool late_place(
	struct names *n, const struct late_store *late, struct frame *out)
{
	const struct trace_event *e = &n->c->event[late->store];

	*out = *names_frame(n, e->stack.pc, e->stack.frames);
	return out->line && out->path[0] && !names_of_the_system(out);
}

static void where(
	struct names *n, const struct trace_event *e, char *out, size_t size)
{
	names_frame_where(
		names_frame(n, e->stack.pc, e->stack.frames), out, size);
}

static bool is_read(const struct trace_event *e)
{
	return op_info[e->kind].order == ORDER_loads &&
	       op_info[e->kind].told == TOLD_memory;
}

void late_text(
	struct names *n, const struct late_store *late, char *out, size_t size)
{
	const struct trace_event *s = &n->c->event[late->store];
	const struct trace_event *by = &n->c->event[late->by];
	char object[160], at[128], other[160], there[128];

	n->now = late->store;
	names_object(n, &s->place, s->size, object, sizeof object);
	where(n, s, at, sizeof at);
	n->now = late->by;
	words_object(n, by, other, sizeof other);
	where(n, by, there, sizeof there);
	if (is_read(by)) {
		names_object(n, &by->place, by->size, other, sizeof other);
		snprintf(out, size,
			"%s's store to %s (%s) was not yet visible when %s "
			"read %s (%s)",
			names_thread(s->thread), object, at,
			names_thread(by->thread), other, there);
	} else if (is_flush(by)) {
		names_object(n, &by->place, by->size, other, sizeof other);
		snprintf(out, size,
			"%s's store to %s (%s) was not yet visible when its "
			"later one to %s (%s) was",
			names_thread(s->thread), object, at, other, there);
	} else {
		snprintf(out, size,
			"%s's store to %s (%s) was not yet visible when %s "
			"went on to %s%s (%s)",
			names_thread(s->thread), object, at,
			names_thread(by->thread), op_info[by->kind].text, other,
			there);
	}
}

bool late_sentence(const struct found *found, char *out, size_t size)
{
	static struct late_store late[LATE_MAX];
	static struct names names;
	struct sentence t = sentence_in(out, size);
	size_t n;

	if (!found->right_under_sc || !found->replay || !found->confirmed)
		return false;
	n = late_find(found->replay, late, LATE_MAX);
	if (!n)
		return false;
	names_init(&names, found->replay);
	sentence_add(&t,
		"In this order it is right under sc and wrong under %s: ",
		model_info[found->replay->config.model].name);
	for (size_t i = 0; i < n && i < TOLD_MOST; i++) {
		char one[700];

		late_text(&names, &late[i], one, sizeof one);
		sentence_add(&t, "%s%s", i ? ", and " : "", one);
	}
	if (n > TOLD_MOST)
		sentence_add(&t, ", and so %s %zu more store%s",
			n - TOLD_MOST == 1 ? "was" : "were", n - TOLD_MOST,
			sentence_s(n - TOLD_MOST));
	sentence_add(&t, ".");
	names_fini(&names);
	return true;
}
