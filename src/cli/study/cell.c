/* SPDX-License-Identifier: MIT */
/* cell.c - one program, one technique, one seed */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "channel/found.h"
#include "cli/study/study.h"

const char *const cell_outcome_name[CELL_OUTCOMES] = {
	"open", "found", "silent", "other", "error"};

static void add_cells(struct study *s, size_t program, uint64_t seed, bool all)
{
	for (size_t t = 0; t < s->suite.techniques; t++)
		if (s->suite.technique[t].seeded || all)
			s->cell[s->cells++] = (struct cell){.program = program,
				.technique = t,
				.seed = s->suite.technique[t].seeded ? seed
								     : 0};
}

int study_cells(struct study *s, struct err *err)
{
	size_t most = s->suite.seeds * s->suite.programs * s->suite.techniques;

	s->cell = calloc(most, sizeof *s->cell);
	if (!s->cell)
		return fail(err, ERR_IO, "no memory" SC(437));
	for (size_t i = 0; i < s->suite.seeds; i++)
		for (size_t p = 0; p < s->suite.programs; p++)
			add_cells(s, p, s->suite.seed[i], i == 0);
	return OK;
}

size_t study_cells_of(const struct study *s, size_t program, size_t technique,
	const struct cell **out)
{
	size_t n = 0;

	for (size_t i = 0; i < s->cells && n < SEEDS_MAX; i++)
		if (s->cell[i].program == program &&
			s->cell[i].technique == technique)
			out[n++] = &s->cell[i];
	return n;
}

/* --- what a check says ------------------------------------------------------
 */

static uint64_t number(const json_t *of, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(of, key));

	return n > 0 ? (uint64_t)n : 0;
}

static const char *text(const json_t *of, const char *key)
{
	const char *t = json_string_value(json_object_get(of, key));

	return t ? t : "";
}

static int kind_of(const char *name)
{
	int kind = BUG_COUNT - 1;

	while (kind && strcmp(bug_info[kind].name, name) != 0)
		kind--;
	return kind;
}

static bool expected(const struct study_program *p, const char *kind)
{
	return p->buggy && (!p->kinds || (p->kinds >> kind_of(kind) & 1));
}

/* The first bug that the suite knows, or else any. */
static const json_t *bug_of(
	const struct study_program *p, const json_t *bugs, bool *known)
{
	const json_t *one, *best = NULL;
	size_t i;

	*known = false;
	json_array_foreach(bugs, i, one)
	{
		bool is = expected(p, text(one, "kind"));

		if (!json_is_true(json_object_get(one, "confirmed")))
			continue;
		if (!best || is > *known ||
			(is == *known && number(one, "execution") <
						 number(best, "execution"))) {
			best = one;
			*known = is;
		}
	}
	return best;
}

static void judge_bug(const struct technique *t, struct cell *c,
	const json_t *bug, bool known)
{
	c->outcome = known ? CELL_FOUND : CELL_OTHER;
	snprintf(c->kind, sizeof c->kind, "%s", text(bug, "kind"));
	/* Of several searches each counts its own. */
	c->first = t->kind == TECHNIQUE_DEFAULT ? c->schedules
						: number(bug, "execution");
	if (!known)
		snprintf(c->why, sizeof c->why, "%.60s at %.90s:%llu", c->kind,
			text(bug, "file"),
			(unsigned long long)number(bug, "line"));
}

/* Nothing ended it before its schedules did; `verified` alone would say so of
 * those without a bug. */
static bool is_exhausted(
	const struct study_suite *s, const struct cell *c, const char *verdict)
{
	if (strcmp(verdict, "verified") == 0)
		return true;
	return s->technique[c->technique].kind == TECHNIQUE_IN_ORDER &&
	       strcmp(verdict, "bug") == 0 && !s->stops &&
	       (!s->executions || c->schedules < s->executions) &&
	       (s->seconds <= 0 || c->seconds < s->seconds);
}

static void judge_result(
	const struct study_suite *s, struct cell *c, const json_t *all)
{
	const char *verdict = text(all, "verdict");
	const json_t *bounds = json_object_get(all, "bounds"), *bug;
	bool known;

	c->schedules = number(all, "executions") + number(all, "blocked") +
		       number(all, "stopped") + number(all, "pruned");
	c->failed = number(all, "failed");
	c->decisions = number(all, "decisions_most");
	c->threads = number(all, "threads_most");
	c->seconds = json_number_value(json_object_get(all, "seconds"));
	c->bounded = json_is_object(bounds);
	c->bound = number(bounds, "last");
	c->bound_new = number(bounds, "new");
	c->bound_failed = number(bounds, "failed");
	c->exhausted = is_exhausted(s, c, verdict);
	bug = bug_of(
		&s->program[c->program], json_object_get(all, "bugs"), &known);
	if (bug) {
		judge_bug(&s->technique[c->technique], c, bug, known);
	} else if (strcmp(verdict, "verified") == 0 ||
		   strcmp(verdict, "partial") == 0) {
		c->outcome = CELL_SILENT;
	} else {
		snprintf(c->why, sizeof c->why, "%.190s",
			*text(all, "error") ? text(all, "error")
					    : text(all, "sentence"));
	}
}

void cell_judge(const struct study_suite *s, struct cell *c, const char *path,
	int status, bool late)
{
	json_t *all = json_load_file(path, 0, NULL);

	c->outcome = CELL_ERROR;
	if (late)
		snprintf(c->why, sizeof c->why,
			"killed: it did not end %g s behind the limit",
			s->patience);
	else if (WIFSIGNALED(status))
		snprintf(c->why, sizeof c->why,
			"scarp check was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (!json_is_object(all))
		snprintf(c->why, sizeof c->why,
			"scarp check ended with status %d and no result",
			WEXITSTATUS(status));
	else
		judge_result(s, c, all);
	json_decref(all);
}

/* --- as a line of the log ---------------------------------------------------
 */

json_t *cell_json(const struct study_suite *s, const struct cell *c)
{
	json_t *one = json_object();

#define NUMBER(field)                                                          \
	json_object_set_new(one, #field, json_integer((json_int_t)c->field))
	json_object_set_new(
		one, "program", json_string(s->program[c->program].name));
	json_object_set_new(
		one, "technique", json_string(s->technique[c->technique].name));
	NUMBER(seed);
	json_object_set_new(
		one, "outcome", json_string(cell_outcome_name[c->outcome]));
	NUMBER(first);
	NUMBER(schedules);
	NUMBER(failed);
	if (c->bounded) {
		NUMBER(bound);
		NUMBER(bound_new);
		NUMBER(bound_failed);
	}
#undef NUMBER
	json_object_set_new(one, "exhausted", json_boolean(c->exhausted));
	json_object_set_new(
		one, "decisions", json_integer((json_int_t)c->decisions));
	json_object_set_new(
		one, "threads", json_integer((json_int_t)c->threads));
	json_object_set_new(one, "kind", json_string(c->kind));
	json_object_set_new(one, "why", json_stringn(c->why, strlen(c->why)));
	if (!json_object_get(one, "why")) /* cut within a letter */
		json_object_set_new(one, "why", json_string("?"));
	return one;
}

static struct cell *cell_named(struct study *s, const json_t *from)
{
	const char *program = text(from, "program"),
		   *technique = text(from, "technique");
	uint64_t seed = number(from, "seed");

	for (size_t i = 0; i < s->cells; i++) {
		struct cell *c = &s->cell[i];

		if (c->seed == seed &&
			strcmp(s->suite.program[c->program].name, program) ==
				0 &&
			strcmp(s->suite.technique[c->technique].name,
				technique) == 0)
			return c;
	}
	return NULL;
}

bool cell_from_json(struct study *s, const json_t *from)
{
	struct cell *c = cell_named(s, from);
	int outcome = CELL_OUTCOMES - 1;

	while (outcome &&
		strcmp(cell_outcome_name[outcome], text(from, "outcome")) != 0)
		outcome--;
	if (!c || !outcome)
		return false;
	s->measured += c->outcome == CELL_OPEN;
	c->outcome = (enum cell_outcome)outcome;
	c->first = number(from, "first");
	c->schedules = number(from, "schedules");
	c->failed = number(from, "failed");
	c->bounded = json_object_get(from, "bound") != NULL;
	c->bound = number(from, "bound");
	c->bound_new = number(from, "bound_new");
	c->bound_failed = number(from, "bound_failed");
	c->exhausted = json_is_true(json_object_get(from, "exhausted"));
	c->decisions = number(from, "decisions");
	c->threads = number(from, "threads");
	snprintf(c->kind, sizeof c->kind, "%s", text(from, "kind"));
	snprintf(c->why, sizeof c->why, "%s", text(from, "why"));
	c->seconds = json_number_value(json_object_get(from, "seconds"));
	return true;
}
