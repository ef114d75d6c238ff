/* SPDX-License-Identifier: MIT */
#include "cli/plan/unknown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/callsite.h"
#include "channel/known.h"
#include "replay/demangle.h"

enum {
	PLACED = 32 /* that are looked for in the program: it takes a while */
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
