/* SPDX-License-Identifier: MIT */
#include "report/held.h"

#include <string.h>

#include "detect/phase_name.h"

enum {
	INLINED_MAX = 24
};

struct why {
	char function[160];
	bool named; /* by a directive */
};

/* "list<int>::list" as "list::list". */
static void without_arguments(const char *name, char *out, size_t size)
{
	size_t used = 0;
	int depth = 0;

	for (; *name && used + 1 < size; name++) {
		depth += *name == '<';
		if (!depth)
			out[used++] = *name;
		depth -= *name == '>' && depth;
	}
	out[used] = '\0';
}

/* All of it, or what is behind a "::". */
static bool is_called(const char *name, const char *wanted)
{
	size_t n = strlen(name), w = strlen(wanted);

	return n >= w && strcmp(name + n - w, wanted) == 0 &&
	       (n == w || name[n - w - 1] == ':');
}

static bool is_named(const struct result *r, const char *name, uint32_t kind)
{
	const struct channel_filters *f = r->filters;

	for (uint32_t i = 0; f && i < f->directives; i++)
		if (f->directive[i].kind == kind &&
			is_called(name, f->directive[i].name))
			return true;
	return false;
}

static bool find_at(struct names *n, const struct result *r, uint64_t pc,
	enum race_phase phase, struct why *why)
{
	struct frame frame[INLINED_MAX];
	unsigned frames;

	if (names_is_runtime(n, pc))
		return false;
	frames = symbols_frames(n->symbols, pc, frame, INLINED_MAX);
	for (unsigned i = 0; i < frames; i++) {
		without_arguments(
			frame[i].function, why->function, sizeof why->function);
		why->named = is_named(r, why->function,
			phase == RACE_INIT ? DIRECTIVE_INITIALISER
					   : DIRECTIVE_DESTROYER);
		if (why->named || phase_of_name(why->function) == phase)
			return true;
	}
	return false;
}

static bool find_on(struct names *n, const struct result *r,
	const struct channel_stack *s, struct why *why)
{
	for (uint32_t i = 0; i < s->frames; i++)
		if (find_at(n, r, s->pc[i], RACE_DESTROY, why))
			return true;
	return false;
}

void held_print(struct names *n, const struct result *r,
	const struct channel_race *race, FILE *out)
{
	struct why why;

	fprintf(out, "    held back until the other order is seen: ");
	if (find_at(n, r, race->first.pc, RACE_INIT, &why))
		fprintf(out, "the earlier one is in %s, an initialiser%s\n",
			why.function, why.named ? "" : " by its name");
	else if (find_on(n, r, &race->second.stack, &why))
		fprintf(out, "the later one is in %s, a destroyer%s\n",
			why.function, why.named ? "" : " by its name");
	else
		fprintf(out, "only while the object is made or done away "
			     "with\n");
}
