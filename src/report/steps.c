/* SPDX-License-Identifier: MIT */
#include "report/steps.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "report/json.h"
#include "report/story.h"

/* Numbers go on where the ring of accesses begins again. */
static uint64_t access_number(const struct channel *c, uint32_t at)
{
	uint64_t last = c->data_seen - 1;

	return last - (last - at) % DATA_MAX;
}

static json_t *step(
	const struct story *s, const struct item *i, const struct row *row)
{
	json_t *one = json_object();

	json_object_set_new(one, "step",
		row->number ? json_integer(row->number) : json_null());
	json_object_set_new(one, "thread", json_integer(row->thread));
	json_object_set_new(one, "what", json_clean(row->what));
	json_object_set_new(one, "where", json_clean(row->where));
	json_object_set_new(one, "source", json_clean(row->source));
	json_object_set_new(one, "before", json_clean(row->before));
	json_object_set_new(one, "failed", json_boolean(row->failed));
	json_object_set_new(one, i->is_data ? "access" : "event",
		json_integer(
			(json_int_t)(i->is_data ? access_number(s->c, i->at)
						: i->at)));
	return one;
}

static json_t *threads(struct names *names)
{
	const struct channel *c = names->c;
	json_t *all = json_array();
	char name[200];
	tid n = 1;

	for (uint32_t i = 0; i < c->events; i++)
		if (c->event[i].thread >= n)
			n = (tid)(c->event[i].thread + 1);
	for (tid t = 0; t < n; t++) {
		names_thread_long(names, t, name, sizeof name);
		json_array_append_new(all, json_clean(name));
	}
	return all;
}

static json_t *steps(struct names *names, bool full)
{
	static struct story story;
	json_t *all = json_array();
	struct row row;

	story_init(&story, names, full);
	for (uint32_t i = 0; i < story.sequence.count; i++)
		if (story_row(&story, i, &row))
			json_array_append_new(all,
				step(&story, &story.sequence.item[i], &row));
	story_fini(&story);
	return all;
}

/* What operations are on, by address: a thread that is about to make one is
 * said to be at it. */
static json_t *objects(struct names *names)
{
	const struct channel *c = names->c;
	json_t *all = json_object();
	char key[32], name[200];

	for (uint32_t i = 0; i < c->events; i++) {
		const struct trace_event *e = &c->event[i];

		if (op_info[e->kind].told == TOLD_thread ||
			e->place.address < 4096)
			continue;
		snprintf(key, sizeof key, "0x%" PRIx64, e->place.address);
		if (json_object_get(all, key))
			continue;
		names->now = i;
		names->by = c->event[i].thread;
		names_object(names, &e->place, 0, name, sizeof name);
		json_object_set_new(all, key, json_clean(name));
	}
	return all;
}

int steps_write(const struct found *found, const char *program, bool full,
	FILE *out, struct err *err)
{
	static struct names names;
	json_t *all = json_object();
	int bad;

	names_init(&names, found->replay);
	json_object_set_new(all, "program", json_clean(program));
	json_object_set_new(all, "threads", threads(&names));
	json_object_set_new(all, "steps", steps(&names, full));
	json_object_set_new(all, "objects", objects(&names));
	names_fini(&names);
	bad = json_dumpf(all, out, JSON_INDENT(1));
	fputc('\n', out);
	bad |= fflush(out) | ferror(out);
	json_decref(all);
	return bad ? fail(err, ERR_IO, "cannot write the steps: %s" SC(432),
			     strerror(errno))
		   : OK;
}
