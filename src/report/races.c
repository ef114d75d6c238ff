/* SPDX-License-Identifier: MIT */
/* races.c - data race findings: both places, both stacks, said once
 *
 * Races of one pair of sides were merged before (findings.c, and JSON keeps
 * them apart); here those of one pair of lines become one, with the worst class
 * of theirs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/decisive.h"
#include "report/held.h"
#include "report/race_groups.h"
#include "report/races.h"
#include "report/sentence.h"
#include "report/source.h"
#include "report/stacks.h"
#include "report/suppress.h"
#include "report/text.h"

enum {
	SHOWN = 10,
	SHOWN_BESIDE_BUGS = 2, /* and those that the failures need */
	FAILING_SHOWN = 3
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
	for (unsigned i = 0; i < a->locks; i++) {
		names_object(n, &a->lock[i], 0, where, sizeof where);
		fprintf(out, "        holding %s\n", where);
	}
	if (a->locks_known && !a->locks && !a->atomic)
		fprintf(out, "        holding no lock\n");
	if (!a->created_pc ||
		names_of_the_system(names_frame(n, &a->created_pc, 1)))
		return;
	names_where(n, a->created_pc, where, sizeof where);
	fprintf(out, "        (%s was created by %s at %s)\n",
		names_thread(a->thread), names_thread(a->creator), where);
}

/* The same for all that lies in one line. */
static uint64_t line_number(struct names *n, uint64_t pc)
{
	const struct frame *f = names_frame(n, &pc, 1);
	uint64_t h = f->line;

	if (!f->line)
		return pc;
	for (const char *c = f->path; *c; c++)
		h = hash_mix(h ^ (unsigned char)*c);
	return h | 1; /* 0: unknown */
}

void races_group(struct names *n, const struct result *r, uint32_t *group)
{
	struct race *row = calloc(r->races + 1, sizeof *row);
	uint32_t races = r->races;
	struct candidates all = {
		.race = row, .races = &races, .max = races, .known = races};

	for (uint32_t i = 0; i < races; i++)
		group[i] = i;
	if (!row)
		return;
	for (uint32_t i = 0; i < races; i++) {
		row[i] = r->candidate[i];
		row[i].one.stack = line_number(n, row[i].one.pc);
		row[i].two.stack = line_number(n, row[i].two.pc);
	}
	candidates_group(&all, group);
	free(row);
}

/* What is worse comes first. */
static unsigned rank(enum race_class class)
{
	static const unsigned of[RACE_CLASSES] = {[RACE_FAILING] = 0,
		[RACE_UNCLASSIFIED] = 1,
		[RACE_BENIGN_HERE] = 2,
		[RACE_ONE_ORDER] = 3,
		[RACE_FALSE_POSITIVE] = 4};

	return of[class];
}

static void join(struct told_race *t, const struct result *r, uint32_t i)
{
	const struct race *row = &r->candidate[i];
	enum race_class class = findings_class(r, i);

	if (rank(class) < rank(t->class))
		t->class = class;
	if (row->execution < t->from)
		t->from = row->execution;
	if (row->execution_last > t->to)
		t->to = row->execution_last;
	t->both |= row->orders == RACE_BOTH_ORDERS;
	t->frees |= ((row->one.kind | row->two.kind) & RACE_FREE) != 0;
	t->recycled &= race_suppressed(row);
	t->held &= race_held(row);
}

static const char *const came_of_it[RACE_CLASSES] = {
	[RACE_FAILING] = "part of a failure: threads were switched right "
			 "before one of these two",
	[RACE_UNCLASSIFIED] = "not known whether the test can fail for it: no "
			      "search that switches threads before both came "
			      "to its end",
	[RACE_BENIGN_HERE] = "benign here: the test does not fail for it, "
			     "whichever of the two comes first",
	[RACE_ONE_ORDER] =
		"one order: the other was tried and cannot happen here, for "
		"the values that are read; but nothing synchronises the two, "
		"and so C and C++ promise no order",
	[RACE_FALSE_POSITIVE] = "no race: the other order was tried and cannot "
				"happen (--happens-before=limited took it for "
				"one)",
};

/* The other order: who would have to stop where. */
static void print_order(struct names *n, const struct told_race *t,
	const struct channel_race *race, FILE *out)
{
	char first[96], second[96];

	if (t->both) {
		fprintf(out, "    seen in both orders\n");
		return;
	}
	names_where(n, race->first.pc, first, sizeof first);
	names_where(n, race->second.pc, second, sizeof second);
	fprintf(out,
		"    seen in this order only; in the other one %s would stop "
		"before %s until %s is past %s\n",
		names_thread(race->first.thread), first,
		names_thread(race->second.thread), second);
}

/* Is it what a use after free, or a double one, comes from? */
static bool is_failure(const struct result *r, const struct channel_race *race)
{
	for (unsigned i = 0; i < r->bugs; i++) {
		const struct channel_place *p = &r->found[i].bug->place;

		if (p->freed_pc && p->block == race->place.block &&
			p->block_life == race->place.block_life)
			return true;
	}
	return false;
}

const char *races_came_of_it(const struct told_race *t)
{
	if (t->class == RACE_UNCLASSIFIED && t->frees)
		return "not known whether the test can fail for it: threads "
		       "are not switched right before a free";
	return came_of_it[t->class];
}

static void print_class(
	const struct result *r, const struct told_race *t, FILE *out)
{
	fprintf(out, "    %s\n",
		t->frees && is_failure(r, &r->race[t->first])
			? "part of a failure: what is freed here is used after "
			  "that"
			: races_came_of_it(t));
}

static void print_race(struct names *n, const struct result *r,
	const struct told_race *t, FILE *out)
{
	const struct channel_race *race = &r->race[t->first];
	char what[400];

	races_object(n, race, what, sizeof what);
	fprintf(out, "  on %s\n", what);
	side(n, &race->first, result_stack(r, race, &race->first), out);
	side(n, &race->second, result_stack(r, race, &race->second), out);
	print_class(r, t, out);
	print_order(n, t, race, out);
	if (t->recycled)
		fprintf(out, "    only between two lives of a heap block\n");
	if (t->held)
		held_print(n, r, race, out);
}

/* Is one of the steps whose order makes it fail in that line? */
static bool is_noted(struct names *n, const struct noted *note, uint64_t pc)
{
	const struct channel_stack *s = note->is_data
						? &n->c->data[note->at].stack
						: &n->c->event[note->at].stack;

	return note->there && s->frames &&
	       line_number(n, s->pc[0]) == line_number(n, pc);
}

/* Is it between two of them? */
static bool decides(struct names *n, const struct decisive *d,
	const struct channel_race *race)
{
	for (unsigned i = 0; i < NOTED; i++)
		for (unsigned k = 0; k < NOTED; k++)
			if (i != k &&
				is_noted(n, &d->note[i], race->first.pc) &&
				is_noted(n, &d->note[k], race->second.pc))
				return true;
	return false;
}

/* What the sentence on a failure is about comes first among the races behind
 * it. */
static void decisive_first(struct names *n, const struct result *r,
	struct told_race *told, uint32_t count)
{
	struct decisive d;

	if (r->bugs != 1 || !r->found[0].passing ||
		r->found[0].replay != n->c ||
		!decisive_find(n, &r->found[0], &d))
		return;
	for (uint32_t i = 0; i < count && told[i].class == told[0].class; i++)
		if (decides(n, &d, &r->race[told[i].first])) {
			struct told_race first = told[i];

			memmove(told + 1, told, i * sizeof *told);
			told[0] = first;
			return;
		}
}

uint32_t races_tell(struct names *n, const struct result *r,
	struct told_race *told, uint32_t *group)
{
	uint32_t count = 0;

	races_group(n, r, group);
	for (uint32_t i = 0; i < r->races; i++) {
		uint32_t at = 0;

		if (suppressions_of_race(r, i))
			continue;

		while (at < count && told[at].first != group[i])
			at++;
		if (at == count)
			told[count++] = (struct told_race){i,
				RACE_FALSE_POSITIVE, UINT64_MAX, 0, false, true,
				true, false};
		join(&told[at], r, i);
	}
	/* By insertion: stable, and there are few. */
	for (uint32_t i = 1; i < count; i++) {
		struct told_race now = told[i];
		uint32_t at = i;

		for (; at > 0 && rank(told[at - 1].class) > rank(now.class);
			at--)
			told[at] = told[at - 1];
		told[at] = now;
	}
	decisive_first(n, r, told, count);
	return count;
}

/* --races=error */
static bool are_bugs(const struct result *r)
{
	for (unsigned i = 0; i < r->bugs; i++)
		if (r->found[i].bug->kind == BUG_data_race)
			return true;
	return false;
}

/* How many there are, and how many of them one failure has brought about. */
static uint32_t print_head(const struct result *r, const struct told_race *told,
	uint32_t count, FILE *out)
{
	uint32_t failing = 0;

	while (failing < count && told[failing].class == RACE_FAILING)
		failing++;
	fprintf(out,
		"\n%u data race%s: two threads at the same memory, one of them "
		"writes, and no lock or atomic\norders them (%sscarp help "
		"races)\n",
		count, sentence_s(count),
		are_bugs(r) ? "" : "not what the verdict is about; ");
	return failing;
}

/* All others, in a line for each object. */
static void print_rest(struct names *n, const struct result *r,
	const struct told_race *told, uint32_t count, uint32_t failing,
	FILE *out)
{
	if (!count)
		return;
	fprintf(out, "  %u more", count);
	if (failing == count)
		fprintf(out, ", part of a failure as well");
	else if (failing)
		fprintf(out, ", %u of them part of a failure", failing);
	fprintf(out, " (--full shows each in full, --json has all):\n");
	race_groups_print(n, r, told, count, out);
}

/* Lines of source may not be those that ran; of a bug, its report says so. */
static void print_newer(
	const struct result *r, const struct channel *c, FILE *out)
{
	if (!r->bugs)
		text_newer(c, out);
}

void text_races(
	const struct result *r, const struct channel *c, bool full, FILE *out)
{
	static struct names names;
	struct told_race *told = calloc(r->races + 1, sizeof *told);
	uint32_t *group = calloc(r->races + 1, sizeof *group);
	uint32_t count, failing, most = r->bugs ? SHOWN_BESIDE_BUGS : SHOWN;

	if (r->races && told && group) {
		names_init(&names, result_traced(r, c));
		count = races_tell(&names, r, told, group);
		failing = count ? print_head(r, told, count, out) : 0;
		if (most < failing)
			most = failing < FAILING_SHOWN ? failing
						       : FAILING_SHOWN;
		if (full)
			most = count;
		else
			race_groups_spread(r, told, count, most);
		for (uint32_t i = 0; i < count && i < most; i++)
			print_race(&names, r, &told[i], out);
		print_rest(&names, r, told + most,
			count > most ? count - most : 0,
			failing > most ? failing - most : 0, out);
		print_newer(r, names.c, out);
		names_fini(&names);
		source_forget();
	}
	free(told);
	free(group);
}
