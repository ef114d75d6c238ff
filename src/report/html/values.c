/* SPDX-License-Identifier: MIT */
#include "report/html/values.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/json.h"

enum {
	NAMES_MOST = 4096
};

static bool is(
	const struct value_named *n, const struct touch *t, const char *name)
{
	return n->address == t->address && n->size == t->size &&
	       strcmp(n->name, name) == 0;
}

bool values_enter(struct values *v, const struct touch *t, const char *name)
{
	for (unsigned i = 0; i < v->count; i++)
		if (is(&v->at[i], t, name))
			return v->at[i].is = true;
	if (v->count == NAMES_MOST)
		return false;
	if (v->count == v->room) {
		unsigned room = v->room ? 2 * v->room : 64;
		struct value_named *at = realloc(v->at, room * sizeof *at);

		if (!at)
			return false;
		v->at = at;
		v->room = room;
	}
	v->at[v->count] =
		(struct value_named){t->address, t->size, strdup(name), true};
	return v->at[v->count].name && ++v->count;
}

json_t *values_changed(
	struct values *v, const struct touch *t, const char *name)
{
	json_t *gone = NULL;

	for (unsigned i = 0; t->size && i < v->count; i++) {
		struct value_named *n = &v->at[i];

		if (!n->is || n->address >= t->address + t->size ||
			t->address >= n->address + n->size ||
			(name && is(n, t, name)))
			continue;
		n->is = false;
		if (name && strcmp(n->name, name) == 0)
			continue; /* of another size */
		if (!gone)
			gone = json_array();
		json_array_append_new(gone, json_clean(n->name));
	}
	return gone;
}

void values_free(struct values *v)
{
	for (unsigned i = 0; i < v->count; i++)
		free(v->at[i].name);
	free(v->at);
	memset(v, 0, sizeof *v);
}
