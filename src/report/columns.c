/* SPDX-License-Identifier: MIT */
/* columns.c - an execution as a table: one column per thread, time downwards */
#include <string.h>

#include "report/story.h"

enum {
	COLUMNS_MAX = 12,
	STEP = 6,
	NARROW = 23,
	WIDE = 46,
	CELL = 512
};

struct table {
	FILE *out;
	tid thread[COLUMNS_MAX]; /* of each column */
	int columns, width;	 /* of one column, without its edge */
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

static bool has(const struct table *t, tid thread)
{
	for (int i = 0; i < t->columns; i++)
		if (t->thread[i] == thread)
			return true;
	return false;
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

/* Where to break text that is longer than `room`: at a blank, else before the
 * next part of a name. */
static int fold(const char *text, int room)
{
	int n = room;

	while (n > room / 2 && text[n] != ' ')
		n--;
	if (text[n] == ' ')
		return n;
	n = room;
	while (n > room / 2 && !strchr(".[(", text[n]) &&
		strncmp(text + n, "->", 2) != 0)
		n--;
	return n > room / 2 ? n : room;
}

/* Text over as many lines as it takes, at most `lines`, broken at blanks; all
 * but the first are indented. */
static void wrap(const struct table *t, const char *left, int column,
	const char *text, int deeper, int lines)
{
	char part[CELL];
	int indent = 0;

	for (; *text && lines > 0; lines--) {
		int room = t->width - indent, n = (int)strlen(text);

		if (n > room)
			n = fold(text, room);
		snprintf(part, sizeof part, "%*s%.*s", indent, "", n, text);
		if (lines == 1 && text[n]) {
			size_t used = strlen(part);

			used = (int)used > t->width - 2 ? (size_t)t->width - 2
							: used;
			snprintf(part + used, sizeof part - used, "..");
		}
		line(t, left, column, part, (int)strlen(part));
		text += n;
		while (*text == ' ')
			text++;
		left = "";
		indent = deeper;
	}
}

static void cell(const struct table *t, const struct row *row, bool repeated)
{
	int column = column_of(t, row->thread);
	char left[32], text[CELL];

	if (row->failed)
		snprintf(left, sizeof left, ">>");
	else if (row->blocked)
		left[0] = '\0';
	else
		snprintf(left, sizeof left, "%u", row->step);
	wrap(t, left, column, row->what, 2, 8);
	if (!row->where[0] || repeated)
		return;
	if ((int)strlen(row->where) + 4 <= t->width / 2) {
		snprintf(text, sizeof text, "  %s%s%s", row->where,
			row->source[0] ? "  " : "", row->source);
		wrap(t, "", column, text, (int)strlen(row->where) + 4, 2);
		return;
	}
	/* A long name leaves no room beside it. */
	snprintf(text, sizeof text, "  %s", row->where);
	wrap(t, "", column, text, 4, 2);
	snprintf(text, sizeof text, "    %s", row->source);
	if (row->source[0])
		wrap(t, "", column, text, 4, 2);
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
		bool shown = story_row(&story, i, &row);

		if (i == from)
			fprintf(out, "%*s   ... %u events left out ...\n",
				STEP - 1, "", to - from);
		if (!shown || (i >= from && i < to))
			continue;
		if (row.before[0])
			fprintf(out, "%*s   -- %s --\n", STEP - 1, "",
				row.before);
		cell(&t, &row,
			row.thread == last.thread &&
				strcmp(row.where, last.where) == 0);
		last = row;
	}
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (story_last(&story, i, &row) && has(&t, row.thread))
			cell(&t, &row, false);
	rule(&t);
}
