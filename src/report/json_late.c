/* SPDX-License-Identifier: MIT */
/* json_late.c - the stores of a bug that were late, in the result */
#include <jansson.h>

#include "report/json.h"
#include "report/late.h"

/* What it stores to, and where. */
static void put_place(
	struct names *n, const struct late_store *late, json_t *one)
{
	const struct trace_event *e = &n->c->event[late->store];
	char text[200];
	struct frame at;
	bool known = late_place(n, late, &at);

	n->now = late->store;
	names_object(n, &e->place, e->size, text, sizeof text);
	json_object_set_new(one, "object", json_clean(text));
	json_object_set_new(one, "file",
		known ? json_clean(symbols_short(at.path)) : json_null());
	json_object_set_new(
		one, "line", known ? json_integer(at.line) : json_null());
}

static json_t *one_store(struct names *n, const struct late_store *late)
{
	const struct trace_event *e = &n->c->event[late->store];
	json_t *one = json_object();
	char text[700];

	json_object_set_new(
		one, "thread", json_string(names_thread(e->thread)));
	put_place(n, late, one);
	late_text(n, late, text, sizeof text);
	json_object_set_new(one, "text", json_clean(text));
	return one;
}

static json_t *one_line(struct names *n, const struct late_store *late)
{
	json_t *one = json_object();

	put_place(n, late, one);
	return one;
}

typedef size_t find_stores(
	const struct channel *c, struct late_store *out, size_t room);

static json_t *list(const struct found *f, find_stores *find,
	json_t *(*one)(struct names *n, const struct late_store *late))
{
	static struct late_store late[LATE_MAX];
	static struct names names;
	json_t *all;
	size_t n;

	if (!late_known(f))
		return json_null();
	all = json_array();
	n = find(f->replay, late, LATE_MAX);
	names_init(&names, f->replay);
	for (size_t i = 0; i < n && i < LATE_MAX; i++)
		json_array_append_new(all, one(&names, &late[i]));
	names_fini(&names);
	return all;
}

json_t *json_late(const struct found *f)
{
	return list(f, late_find, one_store);
}

json_t *json_fence_behind(const struct found *f)
{
	return list(f, late_helped, one_line);
}
