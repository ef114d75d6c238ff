/* SPDX-License-Identifier: MIT */
/* text.c - a bug as text: what bug-N.txt has of its steps, as a list */
#include <string.h>

#include "cli/formats/formats.h"
#include "report/sentence.h"

/* A text of the test may have more lines: it stays in one. */
static void line(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text,
			out);
}

static void lines(const json_t *all, const char *before, FILE *out)
{
	const json_t *one;
	size_t i;

	json_array_foreach(all, i, one)
	{
		fputs(before, out);
		line(json_string_value(one) ? json_string_value(one) : "", out);
		fputc('\n', out);
	}
}

static void row(const json_t *bug, const json_t *step, FILE *out)
{
	const json_t *frame = frame_of(bug, step);
	char place[300], number[24] = "";

	place_of(frame, place, sizeof place);
	if (is_true(step, "failed"))
		strcpy(number, ">>");
	else if (number_of(step, "row"))
		snprintf(number, sizeof number, "%lld",
			(long long)number_of(step, "row"));
	fprintf(out, "%6s  %-5s ", number, text_of(step, "thread"));
	line(text_of(step, "text"), out);
	if (*place) {
		fprintf(out, "  ");
		line(place, out);
	}
	if (*text_of(frame, "source")) {
		fprintf(out, "  ");
		line(text_of(frame, "source"), out);
	}
	fputc('\n', out);
}

static void steps(const json_t *bug, FILE *out)
{
	const json_t *one;
	size_t i;

	json_array_foreach(steps_of(bug), i, one)
	{
		lines(json_object_get(one, "left_out"), "        ", out);
		if (!is_true(one, "shown"))
			continue;
		if (*text_of(one, "switch")) {
			fprintf(out, "        -- ");
			line(text_of(one, "switch"), out);
			fprintf(out, " --\n");
		}
		row(bug, one, out);
	}
}

/* The sentences below a verdict: late stores, and the order that it takes. */
static void why(const struct document *d, const json_t *bug, FILE *out)
{
	enum {
		TOLD_MOST = 2
	};
	const json_t *late = json_object_get(bug, "late"), *one;
	const json_t *order = json_object_get(bug, "decisive");
	size_t i, n = json_array_size(late);

	if (is_true(bug, "right_under_sc") && n) {
		fprintf(out,
			"In this order it is right under sc and wrong under "
			"%s: ",
			text_of(d->all, "model"));
		json_array_foreach(late, i, one)
		{
			if (i == TOLD_MOST)
				break;
			fprintf(out, "%s", i ? ", and " : "");
			line(text_of(one, "text"), out);
		}
		if (n > TOLD_MOST)
			fprintf(out, ", and so %s %zu more store%s",
				n - TOLD_MOST == 1 ? "was" : "were",
				n - TOLD_MOST, sentence_s(n - TOLD_MOST));
		fprintf(out, ".\n");
	}
	if (*text_of(order, "text")) {
		line(text_of(order, "text"), out);
		fputc('\n', out);
	}
}

static void write(const struct document *d, size_t n, FILE *out)
{
	const json_t *bug = document_bug(d), *one,
		     *trace = json_object_get(bug, "trace");
	char command[500];
	size_t i;

	line(text_of(bug, "title"), out);
	command_of(d->all, command, sizeof command);
	fprintf(out, "\nin ");
	line(command, out);
	if (*text_of(bug, "file")) {
		fprintf(out, ", at ");
		line(text_of(bug, "file"), out);
		fprintf(out, ":%lld", (long long)number_of(bug, "line"));
	}
	fprintf(out, "\n");
	why(d, bug, out);
	fprintf(out, "\n");
	json_array_foreach(json_object_get(trace, "threads"), i, one)
	{
		char place[300];

		place_of(frame_of(bug, one), place, sizeof place);
		fprintf(out, "  ");
		line(text_of(one, "name"), out);
		if (*text_of(one, "creator")) {
			fprintf(out, ", created by ");
			line(text_of(one, "creator"), out);
		}
		if (*place) {
			fprintf(out, " at ");
			line(place, out);
		}
		fputc('\n', out);
	}
	fprintf(out, "\n");
	steps(bug, out);
	lines(json_object_get(trace, "left_out"), "        ", out);
	json_array_foreach(json_object_get(trace, "waits"), i, one)
	{
		fprintf(out, "    >>  ");
		line(text_of(one, "thread"), out);
		fputc(' ', out);
		line(text_of(one, "text"), out);
		fputc('\n', out);
	}
	lines(json_object_get(trace, "notes"), "note: ", out);
}

const struct format format_text = {.name = "text",
	.what = "the steps of a bug as a list (what there is without an "
		"option)",
	.write = write};
