/* SPDX-License-Identifier: MIT */
/* recorded.c - what a history that was read is called */
#include "report/recorded.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static void free_names(struct recorded_names *n)
{
	for (size_t i = 0; i < n->names; i++)
		free(n->name[i]);
	free(n->name);
	free(n->slot);
}

static uint64_t hash(const char *name)
{
	uint64_t h = 0;

	for (; *name; name++)
		h = hash_mix(h ^ (unsigned char)*name);
	return h;
}

static bool more_slots(struct recorded_names *n)
{
	size_t slots = n->slots ? 2 * n->slots : 64;
	uint32_t *slot = calloc(slots, sizeof *slot);

	if (!slot)
		return false;
	for (uint32_t i = 0; i < n->names; i++) {
		size_t at = hash(n->name[i]) % slots;

		while (slot[at])
			at = (at + 1) % slots;
		slot[at] = i + 1;
	}
	free(n->slot);
	n->slot = slot;
	n->slots = slots;
	return true;
}

int64_t recorded_name(struct recorded_names *n, const char *name)
{
	size_t at;
	char **more;

	if (2 * (n->names + 1) > n->slots && !more_slots(n))
		return -1;
	for (at = hash(name) % n->slots; n->slot[at]; at = (at + 1) % n->slots)
		if (strcmp(n->name[n->slot[at] - 1], name) == 0)
			return n->slot[at] - 1;
	more = realloc(n->name, (n->names + 1) * sizeof *more);
	if (!more)
		return -1;
	n->name = more;
	n->name[n->names] = strdup(name);
	if (!n->name[n->names])
		return -1;
	n->slot[at] = (uint32_t)++n->names;
	return (int64_t)n->names - 1;
}

void recorded_free(struct recorded *r)
{
	for (size_t i = 0; r->op && i < r->history.ops; i++)
		free(r->op[i].name);
	free(r->op);
	free(r->history.op);
	free(r->object);
	free_names(&r->threads);
	free_names(&r->objects);
	free_names(&r->texts);
	*r = (struct recorded){0};
}

static void clean(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

void recorded_value(const struct recorded *r, value v, char *out, size_t size)
{
	size_t text = (size_t)(v - VALUE_TEXT);

	if (v == VALUE_EMPTY)
		snprintf(out, size, "empty");
	else if (v == VALUE_YES || v == VALUE_NO)
		snprintf(out, size, v == VALUE_YES ? "true" : "false");
	else if (v >= VALUE_LEAST)
		snprintf(out, size, "%" PRId64, v);
	else if (v >= VALUE_TEXT && text < r->texts.names && r->as_is)
		snprintf(out, size, "%s", r->texts.name[text]);
	else if (v >= VALUE_TEXT && text < r->texts.names)
		snprintf(out, size, "\"%.40s%s\"", r->texts.name[text],
			strlen(r->texts.name[text]) > 40 ? "..." : "");
	else
		out[0] = '\0';
	clean(out);
}

void recorded_say(const struct recorded *r, uint32_t i, char *out, size_t size)
{
	const struct linear_op *op = &r->history.op[i];
	size_t n = (size_t)snprintf(out, size, "%.40s", r->op[i].name);
	char one[64];

	for (int k = 0; k < LINEAR_ARGUMENTS && n < size; k++) {
		if (op->argument[k] == VALUE_NONE)
			break;
		recorded_value(r, op->argument[k], one, sizeof one);
		n += (size_t)snprintf(
			out + n, size - n, "%s%s", k ? ", " : "(", one);
	}
	if (op->argument[0] != VALUE_NONE && n < size)
		n += (size_t)snprintf(out + n, size - n, ")");
	if (op->result != VALUE_NONE && n < size) {
		recorded_value(r, op->result, one, sizeof one);
		snprintf(out + n, size - n, " -> %s", one);
	}
	clean(out);
}

const char *recorded_thread(const struct recorded *r, uint32_t thread)
{
	return r->threads.name[thread];
}
