/* SPDX-License-Identifier: MIT */
#include "cli/plan/unseen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/callsite.h"
#include "replay/demangle.h"
#include "report/sentence.h"

/* name@address, the address in the program's file; or the name alone. */
static void one(const char *program, char *call, struct sentence *out)
{
	char *at = strrchr(call, '@'), where[512] = "", name[256];
	const char *slash;

	if (at) {
		*at = '\0';
		callsite_at(program, strtoull(at + 1, NULL, 16), where,
			sizeof where);
	}
	demangle(call, name, sizeof name);
	slash = strrchr(where, '/');
	sentence_add(out, "%s%.100s", out->used ? ", " : "", name);
	if (where[0])
		sentence_add(out, " (%.80s)", slash ? slash + 1 : where);
}

static void places(char *detail, size_t size, const char *program)
{
	char text[sizeof((struct result *)NULL)->caveat_detail[0]];
	char *rest = text, *next;
	struct sentence out;

	if (!strchr(detail, '@'))
		return;
	snprintf(text, sizeof text, "%s", detail);
	out = sentence_in(detail, size);
	for (char *call = rest; call; call = next) {
		next = strstr(call, ", ");
		if (next) {
			*next = '\0';
			next += 2;
		}
		one(program, call, &out);
	}
}

void unseen_places(struct result *r, const char *program)
{
	static const enum caveat with[] = {
		CAVEAT_unseen_calls, CAVEAT_unknown_calls};

	for (size_t i = 0; i < sizeof with / sizeof *with; i++)
		places(r->caveat_detail[with[i]], sizeof r->caveat_detail[0],
			program);
}
