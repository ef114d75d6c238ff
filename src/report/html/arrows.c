/* SPDX-License-Identifier: MIT */
/* arrows.c - what is drawn between the steps of a page: arrows, races, waits */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/edges.h"
#include "report/html/picture.h"
#include "report/json.h"
#include "report/races.h"
#include "report/text.h"
#include "report/words.h"

static tid thread_of(const struct picture *p, const struct item *i)
{
	return i->is_data ? p->c->data[i->at].thread
			  : p->c->event[i->at].thread;
}

/* Where an item has no step: of its thread the one before; `end`: behind. */
static uint32_t *nearest(const struct picture *p, bool end)
{
	static uint32_t last[THREADS_MAX];
	uint32_t n = p->all.count, *near = calloc(n + 1, sizeof *near);

	memset(last, 0, sizeof last);
	for (uint32_t k = 0; near && k < n; k++) {
		uint32_t i = end ? n - 1 - k : k;
		tid t = thread_of(p, &p->all.item[i]);

		if (p->step[i])
			last[t] = p->step[i];
		near[i] = last[t];
	}
	return near;
}

/* What an order comes from came before all that its end goes on with: such an
 * arrow may begin earlier and end later.  A value passes there, or not at all.
 */
json_t *arrows_json(struct picture *p)
{
	uint32_t *before = nearest(p, false), *behind = nearest(p, true);
	json_t *all = json_array();
	struct edges e;

	edges_new(&e, &p->all, p->c);
	for (uint32_t i = 0; before && behind && i < e.count; i++) {
		bool orders = e.at[i].kind == EDGE_ORDERS;
		uint32_t from = (orders ? before : p->step)[e.at[i].from];
		uint32_t to = (orders ? behind : p->step)[e.at[i].to];

		if (!from || !to)
			continue;
		json_array_append_new(all, json_integer(from - 1));
		json_array_append_new(all, json_integer(to - 1));
		json_array_append_new(all, json_integer(e.at[i].kind));
	}
	edges_free(&e);
	free(before);
	free(behind);
	return all;
}

/* --- who waits ---------------------------------------------------------------
 */

/* Which of the frames is where the user waits. */
static json_t *users(
	struct picture *p, const struct channel_wait *w, const json_t *frames)
{
	const struct frame *f =
		names_frame(&p->names, w->stack.pc, w->stack.frames);
	json_int_t file = files_use(&p->files, f->path, f->line);
	const json_t *one;
	size_t i;

	json_array_foreach(frames, i, one)
	{
		if (json_integer_value(json_array_get(one, 1)) == file &&
			json_integer_value(json_array_get(one, 2)) == f->line)
			return json_integer((json_int_t)i);
	}
	return json_integer(0);
}

static json_t *wait_json(struct picture *p, const struct channel_wait *w)
{
	json_t *one = json_object();
	struct channel_place place;
	char text[400];

	json_object_set_new(one, "t", json_integer(w->thread));
	names_thread_long(&p->names, w->thread, text, sizeof text);
	json_object_set_new(one, "who", json_clean(text));
	if (w->kind == OP_none)
		return one; /* it has ended */
	words_waits(&p->names, w, text, sizeof text);
	json_object_set_new(one, "what", json_clean(text));
	if (op_info[w->kind].waits != WAITS_wake) /* "what" says it */
		json_object_set_new(
			one, "op", json_clean(op_info[w->kind].text));
	if (w->owner != TID_NONE)
		json_object_set_new(one, "by", json_integer(w->owner));
	if (op_info[w->kind].told != TOLD_thread && w->object > 4096) {
		names_seen(&p->names, w->object, &place);
		names_object(&p->names, &place, 0, text, sizeof text);
		json_object_set_new(one, "on", json_clean(text));
		for (uint32_t i = 0; i < p->lock_count; i++)
			if (p->lock[i] == w->object)
				json_object_set_new(one, "h", json_integer(i));
	}
	json_object_set_new(one, "stack", frames_json(p, &w->stack));
	json_object_set_new(
		one, "f", users(p, w, json_object_get(one, "stack")));
	return one;
}

json_t *waits_json(struct picture *p)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < p->bug->waits; i++)
		json_array_append_new(all, wait_json(p, &p->bug->wait[i]));
	return all;
}

/* --- races -------------------------------------------------------------------
 */

/* The steps that are this side, or another access by the same line to it. */
static json_t *steps_of(struct picture *p, const struct channel_race *race,
	const struct channel_access *a)
{
	json_t *all = json_array();

	for (uint32_t i = 0; i < p->all.count; i++) {
		const struct item *item = &p->all.item[i];
		const struct channel_stack *s =
			item->is_data ? &p->c->data[item->at].stack
				      : &p->c->event[item->at].stack;

		if (p->step[i] && s->frames && s->pc[0] == a->pc &&
			sequence_touch(p->c, item).size &&
			(item->is_data ? p->c->data[item->at].place.address
				       : p->c->event[item->at].place.address) ==
				race->place.address)
			json_array_append_new(
				all, json_integer(p->step[i] - 1));
	}
	return all;
}

static json_t *side_json(struct picture *p, const struct channel_race *race,
	const struct channel_access *a)
{
	const struct channel_stack *s = result_stack(p->r, race, a);
	const struct frame *f =
		s->frames ? names_frame(&p->names, s->pc, s->frames)
			  : names_frame(&p->names, &a->pc, 1);
	json_t *one = json_object(), *locks = json_array();
	char text[160];

	json_object_set_new(one, "t", json_integer(a->thread));
	json_object_set_new(one, "does",
		json_string(a->freeing ? "frees"
			    : a->write ? "writes"
				       : "reads"));
	names_frame_where(f, text, sizeof text);
	json_object_set_new(one, "where", json_clean(text));
	json_object_set_new(
		one, "f", json_integer(files_use(&p->files, f->path, f->line)));
	json_object_set_new(one, "l", json_integer(f->line));
	for (unsigned i = 0; i < a->locks; i++) {
		names_object(&p->names, &a->lock[i], 0, text, sizeof text);
		json_array_append_new(locks, json_clean(text));
	}
	json_object_set_new(one, "locks", locks);
	json_object_set_new(one, "steps", steps_of(p, race, a));
	return one;
}

json_t *pairs_json(struct picture *p)
{
	struct told_race *told = calloc(p->r->races + 1, sizeof *told);
	uint32_t *group = calloc(p->r->races + 1, sizeof *group);
	json_t *all = json_array();
	uint32_t count = 0;
	char what[400];

	if (told && group)
		count = races_tell(&p->names, p->r, told, group);
	for (uint32_t i = 0; i < count; i++) {
		const struct channel_race *race = &p->r->race[told[i].first];
		json_t *one = json_object();

		races_object(&p->names, race, what, sizeof what);
		json_object_set_new(one, "on", json_clean(what));
		json_object_set_new(
			one, "came", json_string(races_came_of_it(&told[i])));
		json_object_set_new(
			one, "one", side_json(p, race, &race->first));
		json_object_set_new(
			one, "two", side_json(p, race, &race->second));
		json_array_append_new(all, one);
	}
	free(told);
	free(group);
	return all;
}
