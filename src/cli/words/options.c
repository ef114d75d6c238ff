/* SPDX-License-Identifier: MIT */
/* options.c - parsing from the table in options.def
 *
 * Long options take their argument as --name=X or as the next word, short ones
 * as -nX or the next word.  A name may not be abbreviated.
 */
#include "cli/words/options.h"
#include "cli/words/near.h"
#include "cli/words/rows.h"
#include "cli/words/settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row table[] = {
#define OPTION(field, name, letter, kind, argument, where, help)               \
	{name, letter, kind, argument, where, help,                            \
		offsetof(struct options, field),                               \
		offsetof(struct options, given.field),                         \
		offsetof(struct options, origin.field)},
#include "cli/words/options.def"
#undef OPTION
};

enum {
	ROWS = sizeof table / sizeof table[0]
};

const char options_typed[] = "the command line";

const struct option_row *option_at(unsigned i)
{
	return i < ROWS ? &table[i] : NULL;
}

void options_print(unsigned where)
{
	for (int i = 0; i < ROWS; i++) {
		const struct option_row *r = &table[i];
		char left[64];

		if (!(r->where & where))
			continue;
		if (r->letter)
			snprintf(left, sizeof left, "-%c%s%s, --%s", r->letter,
				r->argument ? " " : "",
				r->argument ? r->argument : "", r->name);
		else
			snprintf(left, sizeof left, "--%s%s%s", r->name,
				r->argument ? " " : "",
				r->argument ? r->argument : "");
		printf("  %-24s  %s\n", left, r->help);
	}
}

const struct option_row *option_named(
	const char *name, size_t n, unsigned where)
{
	for (int i = 0; i < ROWS; i++)
		if ((table[i].where & where) && strlen(table[i].name) == n &&
			memcmp(table[i].name, name, n) == 0)
			return &table[i];
	return NULL;
}

static int number(
	uint64_t *out, const char *option, const char *text, struct err *err)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 0);
	if (errno || end == text || *end || strchr(text, '-'))
		return fail(err, ERR_USAGE,
			"'--%s' wants a number, not '%s'" SC(402), option,
			text);
	return OK;
}

int options_time(
	uint64_t *ms, const char *option, const char *text, struct err *err)
{
	static const struct {
		const char *name;
		double ms;
	} unit[] = {{"ms", 1}, {"s", 1e3}, {"", 1e3}, {"m", 6e4}, {"h", 36e5}};
	char *end;
	double n = strtod(text, &end);

	if (end != text && n >= 0 && n < 1e9)
		for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++)
			if (strcmp(end, unit[i].name) == 0) {
				*ms = (uint64_t)(n * unit[i].ms + 0.5);
				return OK;
			}
	return fail(err, ERR_USAGE,
		"'--%s' wants a time like 500ms, 30s, 5m or 1h, not '%s'" SC(
			403),
		option, text);
}

static int add(struct options *o, const struct option_row *r, const char *text,
	const char *origin, struct err *err)
{
	if (o->eachs == EACH_MAX)
		return fail(err, ERR_USAGE,
			"'--%s' and its like may come %d times at most" SC(406),
			r->name, EACH_MAX);
	o->each[o->eachs].option = r->name;
	o->each[o->eachs].origin = origin;
	o->each[o->eachs++].argument = text;
	++*(option_EACH *)(void *)((char *)o + r->field);
	return OK;
}

static int flag(
	bool *out, const char *option, const char *text, struct err *err)
{
	*out = strcmp(text, "yes") == 0;
	if (*out || strcmp(text, "no") == 0)
		return OK;
	return fail(err, ERR_USAGE, "'--%s' is yes or no, not '%s'" SC(405),
		option, text);
}

int option_store(struct options *o, const struct option_row *r,
	const char *text, const char *origin, struct err *err)
{
	void *field = (char *)o + r->field;

	*(bool *)((char *)o + r->given) = true;
	*(const char **)(void *)((char *)o + r->origin) = origin;
	switch (r->kind) {
	case FLAG:
		return flag(field, r->name, text, err);
	case NUMBER:
		return number(field, r->name, text, err);
	case TIME:
		return options_time(field, r->name, text, err);
	case TEXT:
		*(const char **)field = text;
		return OK;
	case EACH:
		return add(o, r, text, origin, err);
	}
	return OK;
}

const char *option_origin(const struct options *o, const struct option_row *r)
{
	return *(
		const char *const *)(const void *)((const char *)o + r->origin);
}

static void time_text(uint64_t ms, char *out, size_t size)
{
	if (ms && ms % 3600000 == 0)
		snprintf(out, size, "%" PRIu64 "h", ms / 3600000);
	else if (ms && ms % 60000 == 0)
		snprintf(out, size, "%" PRIu64 "m", ms / 60000);
	else if (ms % 1000 == 0)
		snprintf(out, size, "%" PRIu64 "s", ms / 1000);
	else
		snprintf(out, size, "%" PRIu64 "ms", ms);
}

bool option_value(const struct options *o, const struct option_row *r,
	char *out, size_t size)
{
	const void *field = (const char *)o + r->field;
	bool given = *(const bool *)((const char *)o + r->given);
	uint64_t n;

	switch (r->kind) {
	case FLAG:
		snprintf(out, size, "%s", *(const bool *)field ? "yes" : "no");
		return true;
	case NUMBER:
	case TIME:
		n = *(const uint64_t *)field;
		if (r->kind == TIME)
			time_text(n, out, size);
		else
			snprintf(out, size, "%" PRIu64, n);
		return given || n;
	case TEXT:
		if (!*(const char *const *)field)
			return false;
		snprintf(out, size, "%s", *(const char *const *)field);
		return true;
	case EACH:
		break;
	}
	return false;
}

/* Finds the row that `word` names and, if it is written in the same word, the
 * argument. */
static const struct option_row *match(
	const char *word, const char **argument, unsigned where)
{
	*argument = NULL;
	if (word[1] == '-') {
		const char *equals = strchr(word, '=');

		if (equals)
			*argument = equals + 1;
		return option_named(word + 2,
			equals ? (size_t)(equals - word - 2) : strlen(word + 2),
			where);
	}
	for (int i = 0; i < ROWS; i++)
		if ((table[i].where & where) && table[i].letter == word[1]) {
			if (word[2])
				*argument = word + 2;
			return &table[i];
		}
	return NULL;
}

static int no_option(const char *word, const char *subcommand, unsigned where,
	struct err *err)
{
	const char *name = word + strspn(word, "-");
	struct near near = near_to(name, strcspn(name, "="));
	char hint[80];

	for (int i = 0; i < ROWS; i++)
		if (table[i].where & where)
			near_try(&near, table[i].name);
	near_say(&near, "--", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"no option '%s'%s%s 'scarp help %s' lists those there are" SC(
			401),
		word, hint, near_then(hint), subcommand);
}

const char *options_misplaced(char **argv, int argc, unsigned where)
{
	for (int i = 0; i < argc; i++) {
		const char *argument;

		if (strncmp(argv[i], "--", 2) == 0 &&
			match(argv[i], &argument, where))
			return argv[i];
	}
	return NULL;
}

void options_default(struct options *o)
{
	*o = (struct options){.refine = "all",
		.loop_turns = "auto",
		.cache = "none",
		.model = "sc",
		.pct_depth = 3,
		.spurious_max = 1,
		.failures = 1,
		.stop_after = 1,
		.max_steps = 20000,
		.seed = 1,
		.progress_steps = 1000,
		.jobs = 1,
		.audit_executions = 10000,
		.hang_after = 10000,
		.shrink = 1000,
		.bug = 1,
		.time = 60000};
}

bool options_want_proof(const struct options *o)
{
	return o->require && strcmp(o->require, "verified") == 0;
}

/* False: no memory. */
static bool last(char ***to, const struct option_row *r, const char *text)
{
	bool bare = r->kind == FLAG && (!text || strcmp(text, "yes") == 0);

	if (r->where & ONCE)
		return true;
	return asprintf((*to)++, "--%s%s%s", r->name, bare ? "" : "=",
		       bare ? "" : text) >= 0;
}

char **options_lasting(const struct options *o, int argc, char **argv)
{
	const struct settings *s = o->settings;
	char **list =
		calloc((size_t)argc + (s ? s->count : 0) + 1, sizeof *list);
	char **to = list;

	for (unsigned i = 0; list && s && i < s->count; i++)
		if ((s->item[i].where & CHECK) &&
			!last(&to, s->item[i].row, s->item[i].value))
			return NULL;
	for (int i = 1; list && i < argc; i++) {
		const char *argument;
		const struct option_row *r = match(argv[i], &argument, CHECK);

		if (!r || argv[i][0] != '-')
			break;
		if (r->kind != FLAG && !argument)
			argument = argv[++i];
		if (!last(&to, r, argument))
			return NULL;
	}
	return list;
}

int options_parse(struct options *o, int argc, char **argv, unsigned where,
	struct err *err)
{
	const char *origin = o->source ? o->source : options_typed;
	int i;

	for (i = 1; i < argc; i++) {
		const char *argument;
		const struct option_row *r;

		if (argv[i][0] != '-' || argv[i][1] == '\0')
			break;
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		if (strcmp(argv[i], "--help") == 0 ||
			strcmp(argv[i], "-h") == 0) {
			o->help = true;
			continue;
		}
		r = match(argv[i], &argument, where);
		if (!r)
			return no_option(argv[i], argv[0], where, err);
		if (r->kind == FLAG && argument && argv[i][1] != '-')
			return fail(err, ERR_USAGE,
				"'-%c' takes no argument" SC(405), r->letter);
		if (r->kind == FLAG && !argument)
			argument = "yes";
		if (r->kind != FLAG && !argument) {
			if (i + 1 == argc)
				return fail(err, ERR_USAGE,
					"'--%s' wants an argument: %s" SC(404),
					r->name, r->argument);
			argument = argv[++i];
		}
		if (option_store(o, r, argument, origin, err))
			return err->code;
	}
	o->rest = i;
	return OK;
}
