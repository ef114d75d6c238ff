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

static void side(struct names *n, const struct channel_access *a, FILE *out)
{
	const struct frame *f =
		a->stack.frames ? names_frame(n, a->stack.pc, a->stack.frames)
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
	if (deep(n, &a->stack))
		stacks_print(n, &a->stack, out);
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

void text_races(const struct result *r, const struct channel *c, FILE *out)
{
	static struct names names;
	bool *merged = calloc(r->races + 1, sizeof *merged);
	uint32_t distinct = 0, most = r->bugs ? SHOWN_BESIDE_BUGS : SHOWN;
	char what[400];

	if (!r->races || !merged) {
		free(merged);
		return;
	}
	names_init(&names, c);
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
		names_place(&names, &r->race[i].place, what, sizeof what);
		fprintf(out, "  on %s\n", what);
		side(&names, &r->race[i].first, out);
		side(&names, &r->race[i].second, out);
	}
	names_fini(&names);
	source_forget();
	free(merged);
}
