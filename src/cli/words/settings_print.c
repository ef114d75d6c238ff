/* SPDX-License-Identifier: MIT */
/* settings_print.c - every option, its value, and where that is from
 *
 * What is printed is a file of options itself: defaults are comments.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/words/cli.h"
#include "cli/words/settings.h"
#include "report/result.h"

enum {
	VALUE_MAX = 4200,
	COLUMN = 36
};

/* Quoted where the blank, the quote or the comment sign would be lost. */
static int print_value(const char *value)
{
	size_t n = strlen(value);
	bool quotes = !n || strchr(value, '#') || strchr(" \t\"", value[0]) ||
		      strchr(" \t", value[n - 1]);

	return printf(quotes ? "\"%s\"" : "%s", value);
}

/* Then what is behind the last one is no comment. */
static bool has_one_quote(const char *value)
{
	bool one = false;

	for (; value && *value; value++)
		one ^= *value == '"';
	return one;
}

static void print_line(const char *before, const char *name, const char *value,
	const char *origin)
{
	int column;

	if (has_one_quote(value))
		printf("# %s:\n", origin);
	column = printf("%s%s =%s", before, name, value ? " " : "");
	if (value)
		column += print_value(value);
	if (has_one_quote(value))
		printf("\n");
	else
		printf("%*s # %s\n", column < COLUMN ? COLUMN - column : 0, "",
			origin);
}

static void print_each(const struct options *o, const struct option_row *row)
{
	bool any = false;

	for (unsigned i = 0; i < o->eachs; i++) {
		if (strcmp(o->each[i].option, row->name) != 0)
			continue;
		print_line(
			"", row->name, o->each[i].argument, o->each[i].origin);
		any = true;
	}
	if (!any)
		print_line("#", row->name, NULL, "default");
}

static void print_config(
	const struct options *o, unsigned where, const char *subcommand)
{
	const struct settings *s = o->settings;
	char value[VALUE_MAX];

	printf("# scarp %s; its file of options: %s\n[%s]\n", subcommand,
		s && s->file ? s->file : "none",
		where & CHECK ? "check" : subcommand);
	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *row = option_at(i);
		const char *origin = option_origin(o, row);
		bool has;

		if (!(row->where & where))
			continue;
		if (row->kind == EACH) {
			print_each(o, row);
			continue;
		}
		has = option_value(o, row, value, sizeof value);
		print_line(origin && !(row->where & TYPED) ? "" : "#",
			row->name, has ? value : NULL,
			origin ? origin : "default");
	}
}

int settings_answer(const struct options *o, unsigned where, char *subcommand)
{
	if (o->help)
		return help_main(2, (char *[]){"help", subcommand, NULL});
	if (!o->print_config)
		return -1;
	print_config(o, where, subcommand);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_GOOD;
	return EXIT_USAGE;
}

/* Neither a default nor typed. */
static bool is_set(const char *origin)
{
	return origin && origin != options_typed;
}

/* One option; of several values the one with that number. */
static bool said(const struct options *o, const struct option_row *row,
	unsigned each, struct setting_said *out)
{
	char value[VALUE_MAX];

	*out = (struct setting_said){row->name, NULL, option_origin(o, row)};
	if (row->kind == EACH) {
		if (each >= o->eachs ||
			strcmp(o->each[each].option, row->name) != 0)
			return false;
		out->value = o->each[each].argument;
		out->origin = o->each[each].origin;
		return is_set(out->origin);
	}
	if (each || !is_set(out->origin) ||
		!option_value(o, row, value, sizeof value))
		return false;
	out->value = strdup(value);
	return out->value;
}

const struct setting_said *settings_list(const struct options *o, unsigned *n)
{
	struct setting_said *list = NULL, one, *more;

	*n = 0;
	for (unsigned i = 0; option_at(i); i++)
		for (unsigned each = 0; each < EACH_MAX; each++) {
			if (!said(o, option_at(i), each, &one))
				continue;
			more = realloc(list, (*n + 1) * sizeof *list);
			if (!more)
				return list;
			list = more;
			list[(*n)++] = one;
		}
	return list;
}

char **settings_origins(const struct options *o)
{
	const struct settings *s = o->settings;
	char **list = calloc(s ? s->count + 1 : 1, sizeof *list), **to = list;

	for (unsigned i = 0; list && s && i < s->count; i++)
		if ((s->item[i].where & CHECK) &&
			!(s->item[i].row->where & ONCE))
			*to++ = strdup(s->item[i].origin);
	if (list && !*list) {
		free(list);
		return NULL;
	}
	return list;
}

void settings_tell(const struct options *o, FILE *out)
{
	unsigned n;
	const struct setting_said *list = settings_list(o, &n);
	bool quiet = o->quiet; /* typed */

	for (unsigned i = 0; i < n; i++)
		quiet &= strcmp(list[i].option, "quiet") != 0;
	for (unsigned i = 0; i < n && !quiet; i++)
		fprintf(out, "%s--%s=%s (%s)",
			i ? ", " : "options: ", list[i].option, list[i].value,
			list[i].origin);
	if (n && !quiet)
		fprintf(out, "\n");
}
