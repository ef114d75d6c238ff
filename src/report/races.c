/* SPDX-License-Identifier: MIT */
/* races.c - data race findings: both places, both stacks, said once
 *
 * Races of one pair of instructions were merged before; here those whose lines
 * are the same become one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/source.h"
#include "report/stacks.h"
#include "report/text.h"

enum { SHOWN = 10 };

static void side(struct names *n, const struct channel_access *a, FILE *out)
{
	const struct frame *f = a->stack.frames
		? names_frame(n, a->stack.pc, a->stack.frames)
		: names_frame(n, &a->pc, 1);
	char where[96], source[160];

	names_frame_where(f, where, sizeof where);
	source_line(f->path, f->line, source, sizeof source);
	fprintf(out, "    %s %s%s%s at %s%s%s%s\n", names_thread(a->thread),
		a->freeing ? "frees" : a->write ? "writes" : "reads",
		a->atomic ? " (atomic)" : "", "", where,
		f->function[0] ? " in " : "", f->function,
		source[0] ? ":" : "");
	if (source[0])
		fprintf(out, "       %s\n", source);
	if (a->stack.frames > 1)
		stacks_print(n, &a->stack, out);
}

static bool same_lines(struct names *n, const struct channel_race *a,
	const struct channel_race *b)
{
	const struct frame *f[4] = {names_frame(n, &a->first.pc, 1),
		names_frame(n, &b->first.pc, 1),
		names_frame(n, &a->second.pc, 1),
		names_frame(n, &b->second.pc, 1)};

	return f[0]->line && f[2]->line && f[0]->line == f[1]->line &&
		f[2]->line == f[3]->line &&
		strcmp(f[0]->path, f[1]->path) == 0 &&
		strcmp(f[2]->path, f[3]->path) == 0 &&
		a->first.write == b->first.write &&
		a->second.write == b->second.write;
}

void text_races(const struct result *r, const struct channel *c, FILE *out)
{
	static struct names names;
	bool *merged = calloc(r->races + 1, sizeof *merged);
	uint32_t distinct = 0;
	char what[400];

	if (!r->races || !merged) {
		free(merged);
		return;
	}
	names_init(&names, c);
	for (uint32_t i = 0; i < r->races; i++) {
		for (uint32_t j = 0; j < i && !merged[i]; j++)
			merged[i] = !merged[j] &&
				same_lines(&names, &r->race[i], &r->race[j]);
		distinct += !merged[i];
	}
	fprintf(out,
		"\n%u data race%s (findings: not what the verdict is "
		"about):\n",
		distinct, distinct == 1 ? "" : "s");
	for (uint32_t i = 0, shown = 0; i < r->races; i++) {
		if (merged[i])
			continue;
		if (shown++ == SHOWN) {
			fprintf(out, "  ... and %u more; --json has them all\n",
				distinct - SHOWN);
			break;
		}
		names_place(&names, &r->race[i].place, what, sizeof what);
		fprintf(out, "  on %s\n", what);
		side(&names, &r->race[i].first, out);
		side(&names, &r->race[i].second, out);
	}
	names_fini(&names);
	source_forget();
	free(merged);
}
