/* SPDX-License-Identifier: MIT */
/* list.c - an execution as a list: for more threads than columns fit */
#include <string.h>

#include "report/colour.h"
#include "report/story.h"

enum {
	THREAD_MIN = 6,
	THREAD_WIDEST = 20,
	WHAT_MIN = 9,
	WHAT_WIDEST = 60,
	STEP_AND_WHERE = 24 /* what else a line has to hold */
};

struct layout {
	FILE *out;
	struct names *names;
	int width;	  /* of a line */
	int thread, what; /* of these columns */
};

static int widen(int width, const char *text, int most)
{
	int n = (int)strlen(text);

	n = n < most ? n : most;
	return n > width ? n : width;
}

/* Columns as wide as what stands in them: the source line gets the rest. */
static void plan(struct layout *l, bool full)
{
	const struct channel *c = l->names->c;
	static struct story story;
	char name[200];
	struct row row;
	char cut[80];

	l->thread = THREAD_MIN;
	l->what = WHAT_MIN;
	l->names->aside = true;
	story_init(&story, l->names, full);
	for (uint32_t i = 0; i < story.sequence.count; i++) {
		if (!story_row(&story, i, &row) ||
			story_cut(&story, i, cut, sizeof cut))
			continue;
		names_thread_long(l->names, row.thread, name, sizeof name);
		l->thread = widen(l->thread, name, THREAD_WIDEST);
		l->what = widen(l->what, row.what, WHAT_WIDEST);
	}
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (story_last(&story, i, &row))
			l->what = widen(l->what, row.what, WHAT_WIDEST);
	story_fini(&story);
	l->names->aside = false;
	if (l->what > l->width - l->thread - STEP_AND_WHERE)
		l->what = l->width - l->thread - STEP_AND_WHERE;
}

static void line(const struct layout *l, const char *step, const char *thread,
	const char *what, const char *where, const char *source)
{
	char text[1024];
	size_t n;

	snprintf(text, sizeof text, "%6s  %-*.*s  %-*s  %s%s%s", step,
		l->thread, l->thread, thread, l->what, what, where,
		source[0] ? "  " : "", source);
	n = strlen(text);
	/* A row longer than its column loses its place, not the others theirs.
	 */
	if (n > (size_t)l->width)
		memcpy(text + l->width - 2, "..", 3);
	for (n = strlen(text); n && text[n - 1] == ' '; n--)
		text[n - 1] = '\0';
	fprintf(l->out, "%s\n", text);
}

static void print_row(const struct layout *l, const struct row *row)
{
	char name[200], step[16] = "";

	names_thread_long(l->names, row->thread, name, sizeof name);
	if (row->failed)
		snprintf(step, sizeof step, "%s>>", row->noted ? "*" : "");
	else if (!row->blocked)
		snprintf(step, sizeof step, "%s%u", row->noted ? "*" : "",
			row->number);
	if (row->failed || row->noted)
		fprintf(l->out, "%s",
			colour_on(l->out,
				row->failed ? COLOUR_BAD : COLOUR_DECIDES));
	line(l, step, name, row->what, row->where, row->source);
	if (row->failed || row->noted)
		fprintf(l->out, "%s", colour_off(l->out));
}

void list_print(struct names *names, FILE *out, int width, bool full)
{
	const struct channel *c = names->c;
	static struct story story;
	struct layout l = {.out = out, .names = names, .width = width};
	struct row row;
	char cut[80], gap[160];

	plan(&l, full);
	story_init(&story, names, full);
	line(&l, "step", "thread", "operation", "where", "");
	for (uint32_t i = 0; i < story.sequence.count; i++) {
		bool shown = story_row(&story, i, &row);
		bool left_out = story_cut(&story, i, cut, sizeof cut);

		while (story_gap(&story, i, gap, sizeof gap))
			fprintf(out, "%8s%s\n", "", gap);
		if (cut[0])
			fprintf(out, "%8s%s\n", "", cut);
		if (!shown || left_out)
			continue;
		if (row.before[0])
			fprintf(out, "%8s-- %s --\n", "", row.before);
		print_row(&l, &row);
	}
	while (story_gap(&story, story.sequence.count, gap, sizeof gap))
		fprintf(out, "%8s%s\n", "", gap);
	for (unsigned i = 0; c->bugs && i < c->bug[0].waits; i++)
		if (story_last(&story, i, &row))
			print_row(&l, &row);
	story_fini(&story);
}
