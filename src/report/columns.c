/* SPDX-License-Identifier: MIT */
/* columns.c - an execution as a table: one column per thread, time downwards
 *
 * A line for each step, with its place before it.  Columns are as wide as what
 * stands in them; what they leave is for the source.
 */
#include <string.h>

#include "report/colour.h"
#include "report/story.h"

enum {
	COLUMNS_MAX = 12,
	STEP = 6,
	NARROW = 22, /* less breaks most rows */
	WIDE = 56,
	SOURCE = 16,	/* less room is not worth it */
	LINES_MAX = 60, /* told behind a table without a column for them */
	CELL = 512
};

struct table {
	FILE *out;
	tid thread[COLUMNS_MAX]; /* of each column */
	int width[COLUMNS_MAX];	 /* without its edge */
	int columns, source;	 /* width of the source; 0: none */
	const char *on, *off;	 /* around a line: its colour */
};

/* --- how wide ----------------------------------------------------------------
 */

/* "32  lock &m" */
static void cell_text(const struct row *row, char *out, size_t size)
{
	snprintf(out, size, "%s%s%s", row->where, row->where[0] ? "  " : "",
		row->what);
}

static int column_of(const struct table *t, tid thread)
{
	for (int i = 0; i < t->columns; i++)
		if (t->thread[i] == thread)
			return i;
	return -1;
}

static void widen(struct table *t, const struct row *row, int *source)
{
	char text[CELL];
	int i = column_of(t, row->thread), n;

	cell_text(row, text, sizeof text);
	n = (int)strlen(text) < WIDE ? (int)strlen(text) : WIDE;
	if (i >= 0 && t->width[i] < n)
		t->width[i] = n;
	if (*source < (int)strlen(row->source))
		*source = (int)strlen(row->source);
}

static bool begin_columns(
	struct table *t, const struct story *story, struct names *names)
{
	char name[200];

	t->columns = 0;
	for (int i = 0; i < THREADS_MAX; i++) {
		if (!story_has(story, (tid)i))
			continue;
		if (t->columns == COLUMNS_MAX)
			return false;
		names_thread_long(names, (tid)i, name, sizeof name);
		t->width[t->columns] =
			(int)strlen(name) < WIDE ? (int)strlen(name) : WIDE;
		t->thread[t->columns++] = (tid)i;
	}
	return t->columns > 0;
}

static int total(const struct table *t)
{
	int n = STEP - 1;

	for (int i = 0; i < t->columns; i++)
		n += t->width[i] + 3;
	return n;
}

/* The widest columns give, as far as they can. */
static bool narrow(struct table *t, int width)
{
	while (total(t) > width) {
		int widest = 0;

		for (int i = 1; i < t->columns; i++)
			if (t->width[i] > t->width[widest])
				widest = i;
		if (t->width[widest] <= NARROW)
			return false;
		t->width[widest]--;
	}
	return true;
}

/* Reads the whole story once. */
static bool plan(struct table *t, struct names *names, int width, bool full)
{
	static struct story story;
	struct row row;
	char cut[80];
	int source = 0;
	bool fit;

	names->aside = true;
	story_init(&story, names, full);
	fit = begin_columns(t, &story, names);
	for (uint32_t i = 0; fit && i < story.sequence.count; i++)
		if (story_row(&story, i, &row) &&
			!story_cut(&story, i, cut, sizeof cut))
			widen(t, &row, &source);
	for (unsigned i = 0;
		fit && names->c->bugs && i < names->c->bug[0].waits; i++)
		if (story_last(&story, i, &row))
			widen(t, &row, &source);
	story_fini(&story);
	names->aside = false;
	if (!fit || !narrow(t, width))
		return false;
	t->source = width - total(t) - 3;
	if (t->source > source)
		t->source = source;
	if (t->source < SOURCE && t->source < source)
		t->source = 0;
	return true;
}

bool columns_fit(struct names *names, int width, bool full)
{
	struct table t;

	return plan(&t, names, width, full);
}

/* --- lines -------------------------------------------------------------------
 */

static void put(const struct table *t, char *line)
{
	size_t n = strlen(line);

	while (n && line[n - 1] == ' ')
		line[--n] = '\0';
	fprintf(t->out, "%s%s%s\n", t->on, line, t->off);
}

/* One line of the table with text in one column, and source behind it. */
static void line(const struct table *t, const char *left, int column,
	const char *text, const char *source)
{
	char all[2 * CELL];
	int used = snprintf(all, sizeof all, "%*s", STEP - 1, left);

	for (int i = 0; i < t->columns; i++)
		used += snprintf(all + used, sizeof all - (size_t)used,
			" | %-*.*s", t->width[i], t->width[i],
			i == column ? text : "");
	if (t->source)
		snprintf(
			all + used, sizeof all - (size_t)used, " | %s", source);
	put(t, all);
}

/* Where to break text that is longer than `room`: at a blank, else before the
 * next part of a name. */
static int fold(const char *text, int room)
{
	int n = room;

	while (n > room / 2 && text[n] != ' ')
		n--;
	if (n > room / 2 + 2 && strncmp(text + n - 2, " = ", 3) == 0)
		return n - 2; /* what is a value stands with its sign */
	if (text[n] == ' ')
		return n;
	n = room;
	while (n > room / 2 && !strchr(".[(", text[n]) &&
		strncmp(text + n, "->", 2) != 0)
		n--;
	return n > room / 2 ? n : room;
}

/* The source as far as it fits, by whole words. */
static void fit_source(const struct table *t, const char *source, char *out)
{
	int n = (int)strlen(source);

	out[0] = '\0';
	if (!t->source)
		return;
	if (n <= t->source) {
		strcpy(out, source);
		return;
	}
	n = fold(source, t->source - 3);
	snprintf(out, CELL, "%.*s ..", n, source);
}

/* NULL: no row. */
static void paint(struct table *t, const struct row *row)
{
	t->on = t->off = "";
	if (!row || (!row->failed && !row->noted))
		return;
	t->on = colour_on(t->out, row->failed ? COLOUR_BAD : COLOUR_DECIDES);
	t->off = colour_off(t->out);
}

static void cell(struct table *t, const struct row *row, bool repeated)
{
	int column = column_of(t, row->thread), indent = 0;
	char left[32] = "", text[CELL], part[CELL], source[CELL];
	const char *rest = text;

	if (column < 0)
		return;
	if (row->failed)
		snprintf(left, sizeof left, "%s>>", row->noted ? "*" : "");
	else if (row->number)
		snprintf(left, sizeof left, "%s%u", row->noted ? "*" : "",
			row->number);
	cell_text(row, text, sizeof text);
	fit_source(t, repeated ? "" : row->source, source);
	paint(t, row);
	do {
		int room = t->width[column] - indent, n = (int)strlen(rest);

		if (n > room)
			n = fold(rest, room);
		snprintf(part, sizeof part, "%*s%.*s", indent, "", n, rest);
		line(t, left, column, part, source);
		rest += n + (int)strspn(rest + n, " ");
		left[0] = source[0] = '\0';
		indent = row->where[0] ? (int)strlen(row->where) + 2 : 2;
		if (indent > t->width[column] / 2)
			indent = 2;
	} while (*rest);
	paint(t, NULL);
}

static void rule(const struct table *t)
{
	static const char dashes[] =
		"--------------------------------"
		"--------------------------------------------------------------"
		"--------------------------------------------------------------"
		"--------------------------------------------------------------"
		"--------------------------------";
	char all[CELL];
	int used = snprintf(all, sizeof all, "%.*s", STEP, dashes);

	for (int i = 0; i < t->columns; i++)
		used += snprintf(all + used, sizeof all - (size_t)used,
			"+-%.*s-", t->width[i], dashes);
	if (t->source)
		used += snprintf(all + used, sizeof all - (size_t)used,
			"+-%.*s-", t->source, dashes);
	all[used - 1] = '\0';
	put(t, all);
}

static void header(const struct table *t, struct names *names)
{
	char all[2 * CELL], name[200];
	int used = snprintf(all, sizeof all, "%*s", STEP - 1, "step");

	for (int i = 0; i < t->columns; i++) {
		names_thread_long(names, t->thread[i], name, sizeof name);
		used += snprintf(all + used, sizeof all - (size_t)used,
			" | %-*.*s", t->width[i], t->width[i], name);
	}
	if (t->source)
		snprintf(all + used, sizeof all - (size_t)used, " | source");
	put(t, all);
	rule(t);
}

/* --- source without a column -------------------------------------------------
 */

/* Each line once, in the order in which rows come to it. */
struct lines {
	unsigned count;
	struct {
		char where[96], source[160];
	} at[LINES_MAX];
};

static void note_line(struct lines *l, const struct row *row)
{
	if (!row->source[0] || l->count == LINES_MAX)
		return;
	for (unsigned i = 0; i < l->count; i++)
		if (strcmp(l->at[i].where, row->where) == 0)
			return;
	snprintf(
		l->at[l->count].where, sizeof l->at[0].where, "%s", row->where);
	snprintf(l->at[l->count++].source, sizeof l->at[0].source, "%s",
		row->source);
}

static void print_lines(const struct lines *l, FILE *out, int width)
{
	int widest = 0;

	for (unsigned i = 0; i < l->count; i++)
		if (widest < (int)strlen(l->at[i].where))
			widest = (int)strlen(l->at[i].where);
	if (l->count)
		fprintf(out, "their source:\n");
	for (unsigned i = 0; i < l->count; i++)
		fprintf(out, "  %*s  %.*s\n", widest, l->at[i].where,
			width > widest + 4 ? width - widest - 4 : 0,
			l->at[i].source);
}

void columns_print(struct names *names, FILE *out, int width, bool full)
{
	const struct channel *c = names->c;
	static struct story story;
	struct row row, last = {.thread = TID_NONE};
	struct table t = {.out = out, .on = "", .off = ""};
	static struct lines lines;
	char cut[80], gap[160];

	if (!plan(&t, names, width, full))
		return;
	lines.count = 0;
	story_init(&story, names, full);
	header(&t, names);
	for (uint32_t i = 0; i < story.sequence.count; i++) {
		bool shown = story_row(&story, i, &row);
		bool left_out = story_cut(&story, i, cut, sizeof cut);

		while (story_gap(&story, i, gap, sizeof gap))
			fprintf(out, "%*s   %s\n", STEP - 1, "", gap);
		if (cut[0])
			fprintf(out, "%*s   %s\n", STEP - 1, "", cut);
		if (!shown || left_out)
			continue;
		if (row.before[0])
			fprintf(out, "%*s   -- %s --\n", STEP - 1, "",
				row.before);
		cell(&t, &row,
			row.thread == last.thread &&
				strcmp(row.where, last.where) == 0);
		note_line(&lines, &row);
		last = row;
	}
	while (story_gap(&story, story.sequence.count, gap, sizeof gap))
		fprintf(out, "%*s   %s\n", STEP - 1, "", gap);
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (story_last(&story, i, &row)) {
			cell(&t, &row, false);
			note_line(&lines, &row);
		}
	rule(&t);
	if (!t.source)
		print_lines(&lines, out, width);
	story_fini(&story);
}
