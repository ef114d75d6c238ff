/* SPDX-License-Identifier: MIT */
/* list.c - an execution as a list: for more threads than columns fit */
#include <string.h>

#include "report/story.h"

enum {
	WHAT = 44
};

static int widest(struct names *names)
{
	const struct channel *c = names->c;
	int width = 6;
	char name[200];

	for (uint32_t i = 0; i < c->events; i++) {
		if (i && c->event[i].thread == c->event[i - 1].thread)
			continue;
		names_thread_long(names, c->event[i].thread, name, sizeof name);
		if ((int)strlen(name) > width)
			width = (int)strlen(name);
	}
	return width < 20 ? width : 20;
}

void list_print(struct names *names, FILE *out, int width)
{
	const struct channel *c = names->c;
	static struct story story;
	int thread_width = widest(names);
	uint32_t from, to;
	struct row row;

	story_init(&story, names);
	story_cut(c, &from, &to);
	fprintf(out, "%6s  %-*s  %-*s  %s\n", "step", thread_width, "thread",
		WHAT, "operation", "where");
	for (uint32_t i = 0; i < c->events; i++) {
		char name[200], line[512], step[16] = "";
		bool shown;

		shown = story_row(&story, i, &row);
		if (i == from)
			fprintf(out, "%8s... %u events left out ...\n", "",
				to - from);
		if (!shown || (i >= from && i < to))
			continue;
		if (row.before[0])
			fprintf(out, "%8s-- %s --\n", "", row.before);
		names_thread_long(names, row.thread, name, sizeof name);
		if (!row.blocked && !row.failed)
			snprintf(step, sizeof step, "%u", row.step);
		snprintf(line, sizeof line, "%6s  %-*.*s  %-*s  %s  %s",
			row.failed ? ">>" : step, thread_width, thread_width,
			name, WHAT, row.what, row.where, row.source);
		if ((int)strlen(line) > width)
			memcpy(line + width - 2, "..", 3);
		fprintf(out, "%s\n", line);
	}
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (story_last(&story, i, &row))
			fprintf(out, "%6s  %-*s  %s  (%s)\n", ">>",
				thread_width, names_thread(row.thread),
				row.what, row.where);
}
