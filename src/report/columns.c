/* SPDX-License-Identifier: MIT */
/* columns.c - an execution as a table: one column per thread, time downwards */
#include <string.h>

#include "report/story.h"

enum { COLUMNS_MAX = 12, STEP = 6, NARROW = 23, WIDE = 46, CELL = 512 };

struct table {
	FILE *out;
	tid thread[COLUMNS_MAX]; /* of each column */
	int columns, width; /* of one column, without its edge */
};

static bool plan(struct table *t, const struct channel *c, int width)
{
	static bool seen[THREADS_MAX];

	memset(seen, 0, sizeof seen);
	for (uint32_t i = 0; i < c->events; i++)
		seen[c->event[i].thread] = true;
	t->columns = 0;
	for (int i = 0; i < THREADS_MAX; i++) {
		if (!seen[i])
			continue;
		if (t->columns == COLUMNS_MAX)
			return false;
		t->thread[t->columns++] = (tid)i;
	}
	if (!t->columns)
		return false;
	t->width = (width - STEP) / t->columns - 3;
	if (t->width > WIDE)
		t->width = WIDE;
	return t->width >= NARROW;
}

bool columns_fit(const struct channel *c, int width)
{
	struct table t;

	return plan(&t, c, width);
}

static int column_of(const struct table *t, tid thread)
{
	for (int i = 0; i < t->columns; i++)
		if (t->thread[i] == thread)
			return i;
	return 0;
}

static void put(const struct table *t, char *line)
{
	size_t n = strlen(line);

	while (n && line[n - 1] == ' ')
		line[--n] = '\0';
	fprintf(t->out, "%s\n", line);
}

/* One line of the table with text in one column. */
static void line(const struct table *t, const char *left, int column,
	const char *text, int length)
{
	char all[CELL];
	int used = snprintf(all, sizeof all, "%*s", STEP - 1, left);

	for (int i = 0; i < t->columns; i++)
		used += snprintf(all + used, sizeof all - (size_t)used,
			" | %-*.*s", t->width,
			i == column ? (length < t->width ? length : t->width)
				    : 0,
			i == column ? text : "");
	put(t, all);
}

/* Text over as many lines as it takes, broken at blanks. */
static void wrap(const struct table *t, const char *left, int column,
	const char *text)
{
	char part[CELL];
	int indent = 0;

	while (*text) {
		int room = t->width - indent, n = (int)strlen(text);

		if (n > room) {
			n = room;
			while (n > room / 2 && text[n] != ' ')
				n--;
			if (text[n] != ' ')
				n = room;
		}
		snprintf(part, sizeof part, "%*s%.*s", indent, "", n, text);
		line(t, left, column, part, (int)strlen(part));
		text += n;
		while (*text == ' ')
			text++;
		left = "";
		indent = 2;
	}
}

static void cell(const struct table *t, const struct row *row, bool repeated)
{
	int column = column_of(t, row->thread);
	char left[32], text[CELL];

	snprintf(left, sizeof left, "%s%u", row->failed ? ">> " : "",
		row->step);
	wrap(t, left, column, row->what);
	if (!row->where[0] || repeated)
		return;
	snprintf(text, sizeof text, "  %s%s%s", row->where,
		row->source[0] ? "  " : "", row->source);
	if ((int)strlen(text) > t->width)
		memcpy(text + t->width - 2, "..", 3);
	line(t, "", column, text, (int)strlen(text));
}

static void rule(const struct table *t)
{
	char all[CELL];
	int used = snprintf(all, sizeof all, "%.*s", STEP, "------------");

	for (int i = 0; i < t->columns; i++)
		used += snprintf(all + used, sizeof all - (size_t)used,
			"+-%.*s-", t->width,
			"--------------------------------------------------");
	all[used - 1] = '\0';
	put(t, all);
}

static void header(const struct table *t, struct names *names)
{
	char all[CELL], name[200];
	int used = snprintf(all, sizeof all, "%*s", STEP - 1, "step");

	for (int i = 0; i < t->columns; i++) {
		names_thread_long(names, t->thread[i], name, sizeof name);
		used += snprintf(all + used, sizeof all - (size_t)used,
			" | %-*.*s", t->width, t->width, name);
	}
	put(t, all);
	rule(t);
}

void columns_print(struct names *names, FILE *out, int width)
{
	const struct channel *c = names->c;
	static struct story story;
	struct row row, last = {.thread = TID_NONE};
	struct table t = {.out = out};
	uint32_t from, to;

	if (!plan(&t, c, width))
		return;
	story_init(&story, names);
	story_cut(c, &from, &to);
	header(&t, names);
	for (uint32_t i = 0; i < c->events; i++) {
		story_row(&story, i, &row);
		if (i == from)
			fprintf(out, "%*s   ... %u events left out ...\n",
				STEP - 1, "", to - from);
		if (i >= from && i < to)
			continue;
		if (row.before[0])
			fprintf(out, "%*s   -- %s --\n", STEP - 1, "",
				row.before);
		cell(&t, &row,
			row.thread == last.thread &&
				strcmp(row.where, last.where) == 0);
		last = row;
	}
	rule(&t);
}
