/* SPDX-License-Identifier: MIT */
/* steps.c - the steps of a page
 *
 * Told twice: as the table on the screen tells it, for the numbers, for why the
 * thread changes and which rows are folded, and with all that there is.  The
 * first time comes first, so that blocks are called what they are called there.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/locks.h"
#include "report/html/picture.h"
#include "report/json.h"
#include "report/source.h"
#include "report/story.h"

/* What the table on the screen has of an item. */
struct shown {
	uint32_t number;
	bool is;
	char *why, *rounds;
};

static void append(char **to, const char *text)
{
	char *all;

	if (!*to) {
		*to = strdup(text);
	} else if (asprintf(&all, "%s\n%s", *to, text) >= 0) {
		free(*to);
		*to = all;
	}
}

static struct shown *tell_shown(struct picture *p)
{
	static struct story story;
	struct shown *s;
	struct row row;
	char text[200];

	story_init(&story, &p->names, false);
	s = calloc(story.sequence.count + 1, sizeof *s);
	for (uint32_t i = 0; s && i < story.sequence.count; i++) {
		while (story_gap(&story, i, text, sizeof text))
			append(&s[i].rounds, text);
		s[i].is = story_row(&story, i, &row);
		s[i].number = row.number;
		if (s[i].is && row.before[0])
			append(&s[i].why, row.before);
	}
	story_fini(&story);
	return s;
}

int picture_lock(struct picture *p, const struct channel_place *place)
{
	char name[128];

	if (!place->address)
		return -1;
	for (uint32_t i = p->lock_count; i-- > 0;)
		if (p->lock[i] == place->address)
			return (int)i;
	if (p->lock_count == p->lock_room) {
		uint32_t room = p->lock_room ? 2 * p->lock_room : 32;
		uint64_t *at = realloc(p->lock, room * sizeof *at);

		if (!at)
			return -1;
		p->lock = at;
		p->lock_room = room;
	}
	names_object(&p->names, place, 0, name, sizeof name);
	json_array_append_new(p->locks, json_clean(name));
	p->lock[p->lock_count] = place->address;
	return (int)p->lock_count++;
}

static void put_number(json_t *to, const char *key, int64_t n)
{
	json_object_set_new(to, key, json_integer(n));
}

static void put_text(json_t *to, const char *key, const char *text)
{
	if (text && text[0])
		json_object_set_new(to, key, json_clean(text));
}

/* What has another value now that is not known. */
static void put_gone(
	struct picture *p, json_t *to, const struct touch *t, const char *name)
{
	json_t *gone = t->changes ? values_changed(&p->values, t, name) : NULL;

	if (gone)
		json_object_set_new(to, "u", gone);
}

/* The bytes and what they are from here on, for the list of values. */
static void put_value(struct picture *p, json_t *to, const struct item *i)
{
	const struct trace_event *e = &p->c->event[i->at];
	const struct trace_data *d = &p->c->data[i->at];
	struct touch touch = sequence_passes(p->c, i);
	char name[160], value[160] = "";
	uint64_t wide[2];

	p->names.shapes.count = 0;
	if (!touch.size && sequence_touch(p->c, i).size)
		return; /* in a buffer as yet */
	if (i->is_data && d->has_value) {
		names_object(&p->names, &d->place, d->size, name, sizeof name);
		names_value(&p->names, d->value, d->size, value, sizeof value);
	} else if (!i->is_data && op_info[e->kind].told == TOLD_memory &&
		   e->flags & (EVENT_HAS_VALUE | EVENT_HAS_RESULT)) {
		bool result = e->flags & EVENT_HAS_RESULT;

		wide[0] = result ? e->result : e->value;
		wide[1] = result ? e->result_high : e->value_high;
		names_object(&p->names, &e->place, e->size, name, sizeof name);
		if (e->size == 16)
			names_wide(&p->names, wide, value, sizeof value);
		else
			names_value(&p->names, wide[0], e->size, value,
				sizeof value);
	}
	put_gone(p, to, &touch, value[0] ? name : NULL);
	if (!value[0] || !values_enter(&p->values, &touch, name))
		return;
	put_text(to, "o", name);
	put_text(to, "v", value);
	if (touch.changes)
		put_number(to, "c", 1);
}

static void put_place(
	struct picture *p, json_t *to, const struct channel_stack *s)
{
	const struct frame *f;
	int file;

	if (!s->frames)
		return;
	f = names_frame(&p->names, s->pc, s->frames);
	file = files_use(&p->files, f->path, f->line);
	if (file >= 0) {
		put_number(to, "f", file);
		put_number(to, "l", f->line);
	}
	put_number(to, "s", frames_stack(p, s));
}

static void put_lock(
	struct picture *p, json_t *to, const struct locks_change *change)
{
	struct channel_place place = {.address = change->object,
		.stack_of = TID_NONE,
		.tls_of = TID_NONE};
	const char *key = change->took ? "h" : change->gave ? "g" : NULL;
	int lock = -1;

	for (uint32_t i = p->lock_count; key && i-- > 0;)
		if (p->lock[i] == change->object)
			lock = (int)i;
	if (key && lock < 0)
		lock = picture_lock(p, &place);
	if (key)
		put_number(to, key, lock);
	if (change->reading)
		put_number(to, "hr", 1);
}

/* Of very many steps only the text is kept. */
static void put_step(struct picture *p, json_t *one)
{
	if (p->steps++)
		putc(',', p->to);
	html_json(one, p->to);
	json_decref(one);
}

enum step_flag { /* page.js knows them */
	STEP_FAILED = 1,
	STEP_BLOCKED = 2,
	STEP_INTERNAL = 4
};

static void put_row(struct picture *p, uint32_t item, const struct row *row,
	const struct shown *shown, const struct locks_change *change)
{
	const struct item *i = &p->all.item[item];
	bool internal =
		!i->is_data && p->c->event[i->at].flags & EVENT_INTERNAL;
	json_t *one = json_object();
	int flags = (row->failed ? STEP_FAILED : 0) |
		    (row->blocked ? STEP_BLOCKED : 0) |
		    (internal ? STEP_INTERNAL : 0);

	put_number(one, "t", row->thread);
	put_text(one, "w", row->what);
	if (shown->is)
		put_number(one, "k", shown->number);
	if (flags)
		put_number(one, "x", flags);
	put_text(one, "y", shown->why);
	put_text(one, "r", shown->rounds);
	put_text(one, "z", row->before);
	put_place(p, one,
		i->is_data ? &p->c->data[i->at].stack
			   : &p->c->event[i->at].stack);
	put_lock(p, one, change);
	if (!row->blocked)
		put_value(p, one, i);
	put_step(p, one);
	p->step[item] = p->steps;
}

/* All rows, one after the other. */
static void tell_all(
	struct picture *p, struct story *s, const struct shown *shown)
{
	static struct locks locks;
	struct row row;

	memset(&locks, 0, sizeof locks);
	for (uint32_t i = 0; i < s->sequence.count; i++) {
		const struct item *item = &s->sequence.item[i];
		struct locks_change change = {0};
		bool is;

		if (!item->is_data) {
			if (locks_took(&p->c->event[item->at]))
				picture_lock(p, &p->c->event[item->at].place);
			change = locks_follow(&locks, &p->c->event[item->at]);
		}
		is = story_row(s, i, &row);
		if (is)
			put_row(p, i, &row, &shown[i], &change);
	}
}

/* The ends of a deadlock: what each thread waits for. */
static void tell_waits(struct picture *p, struct story *s)
{
	struct row row;

	for (unsigned i = 0; p->c->bugs && i < p->c->bug[0].waits; i++) {
		json_t *one;

		if (!story_last(s, i, &row))
			continue;
		one = json_object();
		put_number(one, "t", row.thread);
		put_text(one, "w", row.what);
		put_number(one, "k", 0);
		put_number(one, "x", STEP_FAILED);
		put_place(p, one, &p->c->bug[0].wait[i].stack);
		put_step(p, one);
	}
}

bool steps_tell(struct picture *p)
{
	static struct story story;
	struct shown *shown = tell_shown(p);
	uint32_t n;

	story_init(&story, &p->names, true);
	n = story.sequence.count;
	p->all = story.sequence;
	p->step = calloc(n + 1, sizeof *p->step);
	p->to = open_memstream(&p->text, &p->text_size);
	if (shown && p->step && p->to) {
		tell_all(p, &story, shown);
		tell_waits(p, &story);
	}
	for (uint32_t i = 0; shown && i < n; i++) {
		free(shown[i].why);
		free(shown[i].rounds);
	}
	free(shown);
	return p->to && fclose(p->to) == 0 && p->steps;
}

void steps_free(struct picture *p)
{
	sequence_free(&p->all);
	free(p->step);
	free(p->text);
	values_free(&p->values);
}
