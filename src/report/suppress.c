/* SPDX-License-Identifier: MIT */
#include "report/suppress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/races.h"
#include "report/sentence.h"
#include "report/text.h"

/* One look at what was found. */
struct look {
	struct suppressions *s;
	enum bug_kind kind;
	struct names *names;
	struct suppression *fits; /* the first line that does */
};

static void try_text(struct look *l, const char *text)
{
	struct suppressions *s = l->s;

	for (unsigned i = 0; i < s->rows && *text; i++) {
		struct suppression *row = &s->row[i];

		if (l->fits && row->line >= l->fits->line)
			return;
		if (row->kind == l->kind && !row->expired &&
			suppression_fits(row->pattern, text))
			l->fits = row;
	}
}

static void try_frames(struct look *l, const uint64_t *pc, uint32_t n)
{
	struct frame frame[24];

	for (uint32_t i = 0; i < n; i++) {
		unsigned count;

		if (!pc[i] || names_is_runtime(l->names, pc[i]))
			continue;
		count = symbols_frames(l->names->symbols, pc[i], frame, 24);
		for (unsigned k = 0; k < count; k++) {
			try_text(l, frame[k].function);
			try_text(l, symbols_short(frame[k].path));
			try_text(l, frame[k].path);
			try_text(l, frame[k].module);
		}
	}
}

static void try_stack(struct look *l, const struct channel_stack *stack)
{
	try_frames(l, stack->pc, stack->frames);
}

static bool about(const struct suppressions *s, enum bug_kind kind)
{
	for (unsigned i = 0; i < s->rows; i++)
		if (s->row[i].kind == kind && !s->row[i].expired)
			return true;
	return false;
}

static void bound_stack(struct channel_stack *s)
{
	if (s->frames > sizeof s->pc / sizeof *s->pc)
		s->frames = sizeof s->pc / sizeof *s->pc;
}

/* Its process may still run, and write over it. */
static void bound(struct channel_bug *to, const struct channel_bug *from)
{
	*to = *from;
	bound_stack(&to->stack);
	bound_stack(&to->other);
	if (to->waits > WAITS_MAX)
		to->waits = WAITS_MAX;
	for (unsigned i = 0; i < to->waits; i++)
		bound_stack(&to->wait[i].stack);
	to->file[sizeof to->file - 1] = '\0';
}

/* A deadlock has the stacks of those that wait. */
static struct suppression *look_at(struct suppressions *s,
	const struct channel *c, const struct channel_bug *bug)
{
	static struct names names;
	static struct channel_bug copy;
	struct look l = {.s = s, .kind = (enum bug_kind)bug->kind};

	if (!s || !about(s, l.kind))
		return NULL;
	bound(&copy, bug);
	bug = &copy;
	names_init(&names, c);
	l.names = &names;
	if (names.symbols) {
		try_frames(&l, &bug->pc, 1);
		try_stack(&l, &bug->stack);
		if (l.kind == BUG_data_race)
			try_stack(&l, &bug->other);
		/* It is found at the end, where nobody is to blame. */
		if (l.kind == BUG_leak)
			try_frames(&l, &bug->place.block_pc, 1);
		for (unsigned i = 0; i < bug->waits; i++)
			try_stack(&l, &bug->wait[i].stack);
	}
	try_text(&l, bug->file);
	names_fini(&names);
	return l.fits;
}

const struct suppression *suppressions_fit(struct suppressions *s,
	const struct channel *c, const struct channel_bug *bug)
{
	return look_at(s, c, bug);
}

static bool is_known(const struct suppressions *s, const struct channel_bug *b)
{
	for (unsigned i = 0; i < s->bugs; i++)
		if (result_same_bug(&s->bug[i], b))
			return true;
	return false;
}

bool suppressions_take(struct suppressions *s, const struct channel *c,
	const struct channel_bug *bug)
{
	struct suppression *row = look_at(s, c, bug);
	struct channel_bug *grown;

	if (!row)
		return false;
	/* A race is one of the findings, which are counted by themselves. */
	if (bug->kind == BUG_data_race || is_known(s, bug))
		return true;
	grown = realloc(s->bug, (s->bugs + 1) * sizeof *grown);
	if (!grown)
		return false;
	s->bug = grown;
	s->bug[s->bugs++] = *bug;
	row->failures++;
	return true;
}

static struct suppression *look_at_race(
	struct names *n, struct result *r, const struct channel_race *race)
{
	struct look l = {
		.s = r->suppressions, .kind = BUG_data_race, .names = n};
	struct datum datum;

	try_frames(&l, &race->first.pc, 1);
	try_frames(&l, &race->second.pc, 1);
	try_stack(&l, result_stack(r, race, &race->first));
	try_stack(&l, result_stack(r, race, &race->second));
	if (symbols_data(n->symbols, race->place.address, 0, &datum))
		try_text(&l, datum.name);
	return l.fits;
}

void suppressions_races(struct result *r, const struct channel *c)
{
	static struct names names;
	uint32_t *group;

	if (!r->suppressions || !c || !about(r->suppressions, BUG_data_race))
		return;
	group = calloc(r->races + 1, sizeof *group);
	free(r->race_line);
	r->race_line = calloc(r->races + 1, sizeof *r->race_line);
	names_init(&names, result_traced(r, c));
	if (group && r->race_line && names.symbols) {
		races_group(&names, r, group);
		for (uint32_t i = 0; i < r->races; i++)
			r->race_line[i] = look_at_race(&names, r, &r->race[i]);
		/* A pair of lines is one, whichever of its pairs of
		 * instructions fits. */
		for (uint32_t i = 0; i < r->races; i++)
			if (!r->race_line[group[i]])
				r->race_line[group[i]] = r->race_line[i];
		for (uint32_t i = 0; i < r->races; i++) {
			r->race_line[i] = r->race_line[group[i]];
			if (group[i] == i && r->race_line[i])
				r->race_line[i]->races++;
		}
	}
	names_fini(&names);
	free(group);
}

const struct suppression *suppressions_of_race(
	const struct result *r, uint32_t i)
{
	return r->race_line ? r->race_line[i] : NULL;
}

static void settle(struct result *r, enum caveat which, bool races)
{
	const struct suppressions *s = r->suppressions;
	struct sentence t = sentence_in(
		r->caveat_detail[which], sizeof r->caveat_detail[which]);
	unsigned lines = 0;

	r->caveats[which] = 0;
	for (unsigned i = 0; i < s->rows; i++) {
		const struct suppression *row = &s->row[i];
		unsigned n = races ? row->races : row->failures;

		if (!n)
			continue;
		r->caveats[which] += n;
		if (lines++ < 3)
			sentence_add(&t, "%s%u by line %u",
				lines > 1 ? ", " : "", n, row->line);
	}
	if (lines > 3)
		sentence_add(&t, ", ...");
	if (lines)
		sentence_add(&t, " of %.60s", s->path);
	/* What did not fit into a process's table is none of these, perhaps. */
	if (!races && s->bugs >= BUGS_MAX)
		sentence_add(&t, "; perhaps others: no more are kept");
}

void suppressions_settle(struct result *r)
{
	if (!r->suppressions)
		return;
	settle(r, CAVEAT_suppressed, false);
	settle(r, CAVEAT_suppressed_races, true);
}

static const char *word_of(enum bug_kind kind)
{
	return kind == BUG_data_race ? "race" : bug_info[kind].name;
}

void suppressions_print(const struct result *r, FILE *out)
{
	const struct suppressions *s = r->suppressions;

	if (!s)
		return;
	for (unsigned i = 0; i < s->rows; i++) {
		const struct suppression *row = &s->row[i];
		unsigned n = row->races + row->failures;

		if (n)
			fprintf(out,
				"  suppressed by %s:%u: %u %s%s (%s:%s%s%s)\n",
				s->path, row->line, n,
				row->kind == BUG_data_race ? "data race"
							   : "failure",
				sentence_s(n), word_of(row->kind), row->pattern,
				row->reason[0] ? ": " : "", row->reason);
	}
	for (unsigned i = 0; i < s->rows; i++) {
		const struct suppression *row = &s->row[i];

		if (!row->races && !row->failures && !row->expired)
			fprintf(out,
				"  %s:%u suppresses nothing that was found: "
				"%s:%s\n",
				s->path, row->line, word_of(row->kind),
				row->pattern);
	}
}
