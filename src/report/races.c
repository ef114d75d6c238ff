/* SPDX-License-Identifier: MIT */
/* races.c - data race findings: both places, both stacks, said once
 *
 * Races of one pair of instructions were merged before (result.c, and JSON
 * keeps them apart); here those of one pair of lines become one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/source.h"
#include "report/stacks.h"
#include "report/text.h"

enum {
	SHOWN = 10,
	SHOWN_BESIDE_BUGS = 2
};

/* Does the stack tell more than the place? */
static bool deep(struct names *n, const struct channel_stack *s)
{
	uint32_t frames = 0;

	for (uint32_t i = 0; i < s->frames; i++)
		frames += !names_is_runtime(n, s->pc[i]) &&
			  !names_of_the_system(names_frame(n, &s->pc[i], 1));
	return frames > 1;
}

static void side(struct names *n, const struct channel_access *a,
	const struct channel_stack *s, FILE *out)
{
	const struct frame *f = s->frames ? names_frame(n, s->pc, s->frames)
					  : names_frame(n, &a->pc, 1);
	char where[96], source[160];

	names_frame_where(f, where, sizeof where);
	source_line(f->path, f->line, source, sizeof source);
	fprintf(out, "    %s %s%s at %s%s%s%s%s\n", names_thread(a->thread),
		a->freeing ? "frees"
		: a->write ? "writes"
			   : "reads",
		a->atomic ? " (atomic)" : "", where,
		f->function[0] ? " in " : "", f->function,
		source[0] ? ":  " : "", source);
	if (deep(n, s))
		stacks_print(n, s, 8, out);
	if (!a->created_pc ||
		names_of_the_system(names_frame(n, &a->created_pc, 1)))
		return;
	names_where(n, a->created_pc, where, sizeof where);
	fprintf(out, "        (%s was created by %s at %s)\n",
		names_thread(a->thread), names_thread(a->creator), where);
}

static bool same_place(const struct frame *a, const struct frame *b)
{
	return a->line && a->line == b->line && strcmp(a->path, b->path) == 0;
}

/* Two lines, whichever comes first and whatever each of them does there: one
 * race for a reader, though an increment makes three pairs of instructions. */
static bool same_lines(struct names *n, const struct channel_race *a,
	const struct channel_race *b)
{
	const struct frame *a1 = names_frame(n, &a->first.pc, 1),
			   *a2 = names_frame(n, &a->second.pc, 1),
			   *b1 = names_frame(n, &b->first.pc, 1),
			   *b2 = names_frame(n, &b->second.pc, 1);

	return (same_place(a1, b1) && same_place(a2, b2)) ||
	       (same_place(a1, b2) && same_place(a2, b1));
}

static void print_race(struct names *n, const struct result *r,
	const struct channel_race *race, FILE *out)
{
	char what[400];

	names_at(n, race->place.address);
	names_place(n, &race->place, what, sizeof what);
	fprintf(out, "  on %s\n", what);
	side(n, &race->first, result_stack(r, race, &race->first), out);
	side(n, &race->second, result_stack(r, race, &race->second), out);
}

void text_races(const struct result *r, const struct channel *c, FILE *out)
{
	static struct names names;
	bool *merged = calloc(r->races + 1, sizeof *merged);
	uint32_t distinct = 0, most = r->bugs ? SHOWN_BESIDE_BUGS : SHOWN;

	if (!r->races || !merged) {
		free(merged);
		return;
	}
	names_init(&names, result_traced(r, c));
	for (uint32_t i = 0; i < r->races; i++) {
		for (uint32_t j = 0; j < i && !merged[i]; j++)
			merged[i] =
				!merged[j] &&
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
		if (shown++ == most) {
			fprintf(out, "  ... and %u more; --json has them all\n",
				distinct - most);
			break;
		}
		print_race(&names, r, &r->race[i], out);
	}
	names_fini(&names);
	source_forget();
	free(merged);
}
