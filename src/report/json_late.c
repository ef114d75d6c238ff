/* SPDX-License-Identifier: MIT */
/* json_late.c - the stores of a bug that were late, in the result */
#include <jansson.h>

#include "report/json.h"
#include "report/late.h"

static json_t *one_store(struct names *n, const struct late_store *late)
{
	const struct trace_event *e = &n->c->event[late->store];
	json_t *one = json_object();
	char text[700];
	struct frame at;
	bool known = late_place(n, late, &at);

	json_object_set_new(
		one, "thread", json_string(names_thread(e->thread)));
	n->now = late->store;
	names_object(n, &e->place, e->size, text, sizeof text);
	json_object_set_new(one, "object", json_clean(text));
	json_object_set_new(one, "file",
		known ? json_clean(symbols_short(at.path)) : json_null());
	json_object_set_new(
		one, "line", known ? json_integer(at.line) : json_null());
	late_text(n, late, text, sizeof text);
	json_object_set_new(one, "text", json_clean(text));
	return one;
}

json_t *json_late(const struct found *f)
{
	static struct late_store late[LATE_MAX];
	static struct names names;
	json_t *all;
	size_t n;

	if (!late_known(f))
		return json_null();
	all = json_array();
	n = late_find(f->replay, late, LATE_MAX);
	names_init(&names, f->replay);
	for (size_t i = 0; i < n && i < LATE_MAX; i++)
		json_array_append_new(all, one_store(&names, &late[i]));
	names_fini(&names);
	return all;
}
