/* SPDX-License-Identifier: MIT */
#include "cli/study/tables.h"

#include <inttypes.h>
#include <math.h>

#include "cli/study/sum.h"

static bool has(const struct study *s, enum technique_kind kind)
{
	for (size_t t = 0; t < s->suite.techniques; t++)
		if (s->suite.technique[t].kind == kind)
			return true;
	return false;
}

/* "12", "12 (2 of 3)", "X", "X (1 of 3)"; "-": not measured. */
static void add_first(struct grid *g, const struct sum *sum)
{
	char some[60] = "", first[30] = "X";

	if (sum->found && sum->found < sum->runs)
		snprintf(some, sizeof some, " (%zu of %zu)", sum->found,
			sum->runs);
	if (sum->first)
		snprintf(first, sizeof first, "%" PRIu64, sum->first);
	if (!sum->runs)
		grid_add(g, "-");
	else if (sum->errors == sum->runs)
		grid_add(g, "error");
	else if (!sum->found && sum->other)
		grid_add(g, "other");
	else
		grid_add(g, "%s%s", first, some);
}

static void add_mean(struct grid *g, const struct sum *sum, double mean)
{
	if (!sum->runs || sum->errors == sum->runs)
		grid_add(g, "-");
	else if (mean == floor(mean))
		grid_add(g, "%.0f", mean);
	else
		grid_add(g, "%.1f", mean);
}

/* Of a search that did not come to its end with a star, as it is cut. */
static void add_percent(struct grid *g, const struct sum *sum, bool whole)
{
	double percent =
		sum->schedules > 0 ? 100 * sum->failed / sum->schedules : 0;

	if (!sum->runs || sum->errors == sum->runs)
		grid_add(g, "-");
	else if (sum->failed > 0 && percent < 1)
		grid_add(g, "%s<1%%", whole ? "" : "*");
	else
		grid_add(g, "%s%.0f%%", whole ? "" : "*", floor(percent));
}

static void add_number(
	struct grid *g, bool known, uint64_t n, const char *otherwise)
{
	if (known)
		grid_add(g, "%" PRIu64, n);
	else
		grid_add(g, "%s", otherwise);
}

static void add_size(const struct study *s, struct grid *g, size_t program)
{
	uint64_t threads, decisions;

	study_size(s, program, &threads, &decisions);
	add_number(g, threads != 0, threads, "-");
	add_number(g, decisions != 0, decisions, "-");
}

/* --- who finds how much -----------------------------------------------------
 */

void table_overview(const struct study *s, struct grid *g)
{
	double longest = (double)study_longest(s);

	g->title = "Programs whose bug is found";
	g->note = "How many a run finds within so many schedules (the mean "
		  "over the seeds), those found by most runs, and those found "
		  "by every one.";
	grid_add(g, "technique");
	for (double x = 1; x < longest; x *= 10)
		grid_add(g, "%.0f", x);
	grid_add(g, "%.0f", longest);
	grid_add(g, "by most");
	grid_add(g, "by all");
	grid_head_over(g);
	for (size_t t = 0; t < s->suite.techniques; t++) {
		size_t most = 0, all = 0;

		grid_add(g, "%s", s->suite.technique[t].name);
		for (double x = 1; x < longest; x *= 10)
			grid_add(g, "%.1f", study_found_within(s, t, x));
		grid_add(g, "%.1f", study_found_within(s, t, longest));
		for (size_t p = 0; p < s->suite.programs; p++) {
			struct sum sum = study_sum(s, p, t);

			most += sum.first != 0;
			all += sum.runs && sum.found == sum.runs;
		}
		grid_add(g, "%zu", most);
		grid_add(g, "%zu", all);
	}
}

/* --- which bugs are easy ----------------------------------------------------
 */

/* The first technique of that kind, and for samplers without depth. */
static size_t first_of(const struct study *s, enum technique_kind kind)
{
	size_t t = 0;

	while (t < s->suite.techniques &&
		(s->suite.technique[t].kind != kind ||
			s->suite.technique[t].pct_depth))
		t++;
	return t;
}

static void add_property(struct grid *g, const char *what, size_t n)
{
	grid_add(g, "%s", what);
	grid_add(g, "%zu", n);
}

static void table_easy(const struct study *s, struct grid *g)
{
	size_t chance = first_of(s, TECHNIQUE_SAMPLER);
	size_t in_order = first_of(s, TECHNIQUE_IN_ORDER);
	size_t zero = 0, few = 0, half = 0, every = 0;
	char text[200];

	for (size_t p = 0; p < s->suite.programs; p++) {
		bool at_once = false;

		if (!s->suite.program[p].buggy)
			continue;
		for (size_t t = 0; t < s->suite.techniques; t++) {
			struct sum sum = study_sum(s, p, t);

			if (!sum.one)
				continue;
			at_once |= sum.one->bounded && sum.first &&
				   sum.one->bound == 0;
			if (t == in_order && s->suite.executions)
				few += !sum.errors &&
				       sum.schedules <
					       (double)s->suite.executions;
			if (t != chance || sum.errors)
				continue;
			half += sum.failed > sum.schedules / 2;
			every += sum.failed > 0 && sum.failed == sum.schedules;
		}
		zero += at_once;
	}
	g->title = "Bugs that are easy to find";
	g->note = "What says little of a technique: programs with one of these "
		  "properties.";
	grid_add(g, "property");
	grid_add(g, "programs");
	grid_head_over(g);
	if (has(s, TECHNIQUE_BOUNDED))
		add_property(g, "found with bound 0", zero);
	if (in_order < s->suite.techniques && s->suite.executions) {
		snprintf(text, sizeof text,
			"fewer schedules than the limit, by %.60s",
			s->suite.technique[in_order].name);
		add_property(g, text, few);
	}
	if (chance < s->suite.techniques && !s->suite.stops) {
		snprintf(text, sizeof text,
			"more than half of the schedules of %.60s fail",
			s->suite.technique[chance].name);
		add_property(g, text, half);
		snprintf(text, sizeof text, "all schedules of %.60s fail",
			s->suite.technique[chance].name);
		add_property(g, text, every);
	}
}

/* --- bounds, and depth first ------------------------------------------------
 */

static bool wants_bounds(const struct study *s)
{
	return has(s, TECHNIQUE_BOUNDED) || has(s, TECHNIQUE_IN_ORDER);
}

static void head_of_bounds(const struct study *s, struct grid *g)
{
	for (size_t t = 0; t < s->suite.techniques; t++) {
		const struct technique *q = &s->suite.technique[t];

		if (q->kind == TECHNIQUE_BOUNDED)
			grid_add(g, "%s bound", q->name);
		if (q->kind != TECHNIQUE_BOUNDED &&
			q->kind != TECHNIQUE_IN_ORDER)
			continue;
		grid_add(g, "%s first", q->name);
		grid_add(g, "total");
		if (q->kind == TECHNIQUE_BOUNDED)
			grid_add(g, "new");
		grid_add(g, "buggy");
		if (q->kind == TECHNIQUE_IN_ORDER)
			grid_add(g, "%%");
	}
	grid_head_over(g);
}

static void add_bounds(struct grid *g, const struct sum *sum, bool bounded)
{
	const struct cell *c = sum->one;
	bool known = c && c->bounded;

	if (bounded)
		add_number(g, known, known ? c->bound : 0, "-");
	add_first(g, sum);
	add_mean(g, sum, sum->schedules);
	if (bounded) {
		add_number(g, known, known ? c->bound_new : 0, "-");
		add_number(g, known, known ? c->bound_failed : 0, "-");
	} else {
		add_mean(g, sum, sum->failed);
		add_percent(g, sum, c && c->exhausted);
	}
}

static void table_bounds(const struct study *s, struct grid *g)
{
	g->title = "Searches in order";
	g->note = "Threads and decisions: the most of one execution. Bound: "
		  "the preemptions (ipb) or delays (idb) of the last "
		  "schedules. First: "
		  "schedules to the first bug (X: none). Total: all of them, "
		  "to the end of that bound; new: with exactly that bound; "
		  "buggy: how many of the new ones fail, of a search without "
		  "bounds of all (*: it was cut at the limit).";
	grid_add(g, "program");
	grid_add(g, "threads");
	grid_add(g, "decisions");
	head_of_bounds(s, g);
	for (size_t p = 0; p < s->suite.programs; p++) {
		grid_add(g, "%s", s->suite.program[p].name);
		add_size(s, g, p);
		for (size_t t = 0; t < s->suite.techniques; t++) {
			enum technique_kind kind = s->suite.technique[t].kind;
			struct sum sum = study_sum(s, p, t);

			if (kind == TECHNIQUE_BOUNDED ||
				kind == TECHNIQUE_IN_ORDER)
				add_bounds(g, &sum, kind == TECHNIQUE_BOUNDED);
		}
	}
}

/* --- by chance --------------------------------------------------------------
 */

static bool wants_chance(const struct study *s)
{
	return has(s, TECHNIQUE_SAMPLER) || has(s, TECHNIQUE_DEFAULT);
}

/* Of so many schedules at least 1 in n k^(d-1) shows a bug of depth d. */
static void add_promise(const struct study *s, struct grid *g, size_t program,
	const struct sum *sum, uint64_t depth)
{
	uint64_t n, k;
	double least;

	study_size(s, program, &n, &k);
	if (!n || !k || !sum->runs || sum->errors == sum->runs ||
		!s->suite.program[program].buggy) {
		grid_add(g, "-");
		return;
	}
	least = sum->schedules /
		((double)n * pow((double)k, (double)(depth - 1)));
	if (least < 1)
		grid_add(g, "<1");
	else
		grid_add(g, "%.0f", floor(least));
}

static void table_chance(const struct study *s, struct grid *g)
{
	g->title = "Searches by chance";
	g->note = "First: schedules to the first bug, the median over the "
		  "seeds (X: most runs found none; in brackets how many did, "
		  "where not all). Buggy: how many schedules of a run fail, on "
		  "average. At least: what the bound of pct promises for its "
		  "depth d, schedules / (n k^(d-1)), with the threads n and "
		  "decisions k that were seen; it holds for bugs of that "
		  "depth.";
	grid_add(g, "program");
	for (size_t t = 0; t < s->suite.techniques; t++) {
		const struct technique *q = &s->suite.technique[t];

		if (q->kind != TECHNIQUE_SAMPLER &&
			q->kind != TECHNIQUE_DEFAULT)
			continue;
		grid_add(g, "%s first", q->name);
		if (q->kind == TECHNIQUE_SAMPLER && !s->suite.stops)
			grid_add(g, "buggy");
		if (q->pct_depth)
			grid_add(g, "at least");
	}
	grid_head_over(g);
	for (size_t p = 0; p < s->suite.programs; p++) {
		grid_add(g, "%s", s->suite.program[p].name);
		for (size_t t = 0; t < s->suite.techniques; t++) {
			const struct technique *q = &s->suite.technique[t];
			struct sum sum = study_sum(s, p, t);

			if (q->kind != TECHNIQUE_SAMPLER &&
				q->kind != TECHNIQUE_DEFAULT)
				continue;
			add_first(g, &sum);
			if (q->kind == TECHNIQUE_SAMPLER && !s->suite.stops)
				add_mean(g, &sum, sum.failed);
			if (q->pct_depth)
				add_promise(s, g, p, &sum, q->pct_depth);
		}
	}
}

/* --- what is odd, and all of it ---------------------------------------------
 */

static bool odd(const struct cell *c)
{
	return c->outcome == CELL_OTHER || c->outcome == CELL_ERROR;
}

bool study_is_odd(const struct study *s)
{
	for (size_t i = 0; i < s->cells; i++)
		if (odd(&s->cell[i]))
			return true;
	return false;
}

static void add_names(
	const struct study *s, struct grid *g, const struct cell *c)
{
	grid_add(g, "%s", s->suite.program[c->program].name);
	grid_add(g, "%s", s->suite.technique[c->technique].name);
	add_number(g, c->seed != 0, c->seed, "");
	grid_add(g, "%s", cell_outcome_name[c->outcome]);
}

void table_odd(const struct study *s, struct grid *g)
{
	g->title = "Not as the suite says";
	g->note = "Other: a bug that the suite does not know. Error: a run of "
		  "which nothing can be said.";
	grid_add(g, "program");
	grid_add(g, "technique");
	grid_add(g, "seed");
	grid_add(g, "outcome");
	grid_add(g, "why");
	grid_head_over(g);
	for (size_t i = 0; i < s->cells; i++)
		if (odd(&s->cell[i])) {
			add_names(s, g, &s->cell[i]);
			grid_add(g, "%s", s->cell[i].why);
		}
}

void table_cells(const struct study *s, struct grid *g)
{
	static const char *const head[] = {"program", "technique", "seed",
		"outcome", "kind", "first", "schedules", "failed", "bound",
		"bound_new", "bound_failed", "exhausted", "threads",
		"decisions"};

	g->title = "Every run";
	for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
		grid_add(g, "%s", head[i]);
	grid_head_over(g);
	for (size_t i = 0; i < s->cells; i++) {
		const struct cell *c = &s->cell[i];

		add_names(s, g, c);
		grid_add(g, "%s", c->kind);
		add_number(g, c->first != 0, c->first, "");
		grid_add(g, "%" PRIu64, c->schedules);
		grid_add(g, "%" PRIu64, c->failed);
		add_number(g, c->bounded, c->bound, "");
		add_number(g, c->bounded, c->bound_new, "");
		add_number(g, c->bounded, c->bound_failed, "");
		grid_add(g, "%d", c->exhausted);
		grid_add(g, "%" PRIu64, c->threads);
		grid_add(g, "%" PRIu64, c->decisions);
	}
}

static const struct study_table table[] = {
	{"overview", table_overview, NULL},
	{"easy", table_easy, NULL},
	{"in-order", table_bounds, wants_bounds},
	{"by-chance", table_chance, wants_chance},
	{"odd", table_odd, study_is_odd},
};

const struct study_table *study_table_at(size_t i)
{
	return i < sizeof table / sizeof table[0] ? &table[i] : NULL;
}
