/* SPDX-License-Identifier: MIT */
#include "cli/plan/unknown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/callsite.h"
#include "channel/known.h"
#include "replay/demangle.h"
#include "report/sentence.h"

enum {
	NAMED = 10,
	OTHERS = 50, /* bytes for how many there are besides */
	PLACED = 32  /* that are looked for in the program: it takes a while */
};

void unknown_list(
	struct result *r, const char *program, const struct inventory *i)
{
	r->call = calloc(i->unknowns + 1u, sizeof *r->call);
	for (uint32_t n = 0; r->call && n < i->unknowns; n++) {
		const struct inventory_unknown *u = &i->unknown[n];
		const char *name = inventory_text(i, u->name);
		const char *module = inventory_text(i, u->module), *slash;
		struct unknown_call *call = &r->call[r->calls++];
		char where[512];

		demangle(name, call->name, sizeof call->name);
		call->why = unknown_why_text[u->why < UNKNOWN_WHY_COUNT
						     ? u->why
						     : UNKNOWN_NAME];
		if (*module) {
			snprintf(call->where, sizeof call->where, "%.150s",
				module);
		} else if (n < PLACED && callsite_find(program, name, where,
						 sizeof where) == 0) {
			slash = strrchr(where, '/');
			snprintf(call->where, sizeof call->where, "%.150s",
				slash ? slash + 1 : where);
		}
	}
}

static bool first_of_its_kind(const struct result *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (r->call[i].why == r->call[n].why)
			return false;
	return true;
}

/* "regcomp (parse.c:41), regexec (parse.c:50): each keeps state" of those that
 * do as number `first` does; how many there are, or 0 without room for them. */
static unsigned kind(const struct result *r, unsigned first, unsigned most,
	char *out, size_t size)
{
	struct sentence s = sentence_in(out, size);
	const char *why = r->call[first].why;
	unsigned n = 0;

	for (unsigned i = first; i < r->calls && n < most; i++) {
		const struct unknown_call *call = &r->call[i];

		if (call->why != why)
			continue;
		sentence_add(&s, "%s%s", n++ ? ", " : "", call->name);
		if (call->where[0])
			sentence_add(&s, " (%s)", call->where);
	}
	if (n > 1 && strncmp(why, "it ", 3) == 0)
		sentence_add(&s, ": each %s", why + 3);
	else
		sentence_add(&s, ": %s", why);
	return s.used < size ? n : 0;
}

static void others(struct sentence *s, unsigned more)
{
	if (more)
		sentence_add(s, "; and %u other%s, which --json names", more,
			sentence_s(more));
}

/* False: nothing is known of them. */
static bool begin(struct sentence *s, const struct inventory *i)
{
	if (i->state == INVENTORY_NOT_PATCHED) {
		sentence_add(s, "linked by another tool than scarp cc: its "
				"calls are unknown");
		return false;
	}
	sentence_add(s, "calls ");
	return true;
}

void unknown_sentence(const struct result *r, const struct inventory *i,
	char *out, size_t size)
{
	struct sentence s = sentence_in(out, size);
	unsigned all = i->unknowns + i->unknowns_dropped, told = 0;
	char text[900];

	if (!begin(&s, i))
		return;
	for (unsigned n = 0; n < r->calls && told < NAMED; n++) {
		size_t room =
			size > s.used + OTHERS ? size - s.used - OTHERS : 0;
		unsigned some = 0;

		if (!first_of_its_kind(r, n))
			continue;
		if (room > sizeof text)
			room = sizeof text;
		for (unsigned most = NAMED - told; most && !some; most--)
			some = kind(r, n, most, text, room);
		if (!some)
			continue;
		sentence_add(&s, "%s%s", told ? "; " : "", text);
		told += some;
	}
	others(&s, all - told);
}

void unknown_names(const struct result *r, const struct inventory *i, char *out,
	size_t size)
{
	struct sentence s = sentence_in(out, size);
	unsigned all = i->unknowns + i->unknowns_dropped, n = 0;

	if (!begin(&s, i))
		return;
	for (; n < r->calls && s.used + strlen(r->call[n].name) + 50 < size;
		n++)
		sentence_add(&s, "%s%s", n ? ", " : "", r->call[n].name);
	others(&s, all - n);
}
