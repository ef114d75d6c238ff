/* SPDX-License-Identifier: MIT */
#include "cli/study/grid.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/escape.h"

void grid_add(struct grid *g, const char *fmt, ...)
{
	va_list list;
	char *text;

	va_start(list, fmt);
	if (vasprintf(&text, fmt, list) < 0)
		text = NULL;
	va_end(list);
	if (g->cells == g->room) {
		size_t room = g->room ? 2 * g->room : 64;
		char **more = realloc(g->cell, room * sizeof *more);

		if (!more)
			abort(); /* a few kilobytes */
		g->cell = more;
		g->room = room;
	}
	g->cell[g->cells++] = text;
}

void grid_head_over(struct grid *g)
{
	g->columns = g->cells;
}

void grid_fini(struct grid *g)
{
	for (size_t i = 0; i < g->cells; i++)
		free(g->cell[i]);
	free(g->cell);
	*g = (struct grid){0};
}

static const char *at(const struct grid *g, size_t i)
{
	return i < g->cells && g->cell[i] ? g->cell[i] : "";
}

/* Bars would end a cell. */
static void put_markdown(const char *text, FILE *out)
{
	for (; *text; text++)
		fprintf(out, *text == '|' ? "\\|" : "%c", *text);
}

void grid_markdown(const struct grid *g, FILE *out)
{
	fprintf(out, "## %s\n\n", g->title);
	if (g->note)
		fprintf(out, "%s\n\n", g->note);
	for (size_t i = 0; i < g->cells; i++) {
		fputs(i % g->columns ? " | " : "| ", out);
		put_markdown(at(g, i), out);
		if (i % g->columns == g->columns - 1)
			fputs(" |\n", out);
		if (i == g->columns - 1) {
			fputs("|---|", out);
			for (size_t c = 1; c < g->columns; c++)
				fputs("--:|", out);
			fputs("\n", out);
		}
	}
	fputs("\n", out);
}

void grid_html(const struct grid *g, FILE *out)
{
	fputs("<h2>", out);
	escape_xml(g->title, out);
	fputs("</h2>\n", out);
	if (g->note) {
		fputs("<p>", out);
		escape_xml(g->note, out);
		fputs("</p>\n", out);
	}
	fputs("<div class=\"wide\"><table>\n", out);
	for (size_t i = 0; i < g->cells; i++) {
		const char *tag = i < g->columns ? "th" : "td";

		fprintf(out, "%s<%s>", i % g->columns ? "" : "<tr>", tag);
		escape_xml(at(g, i), out);
		fprintf(out, "</%s>%s", tag,
			i % g->columns == g->columns - 1 ? "</tr>\n" : "");
	}
	fputs("</table></div>\n", out);
}

void grid_csv(const struct grid *g, FILE *out)
{
	for (size_t i = 0; i < g->cells; i++) {
		const char *text = at(g, i);

		if (i % g->columns)
			fputc(',', out);
		if (strpbrk(text, ",\"\n")) {
			fputc('"', out);
			for (; *text; text++)
				fprintf(out, *text == '"' ? "\"\"" : "%c",
					*text);
			fputc('"', out);
		} else {
			fputs(text, out);
		}
		if (i % g->columns == g->columns - 1)
			fputc('\n', out);
	}
}

void grid_text(const struct grid *g, FILE *out)
{
	for (size_t i = 0; i < g->cells; i++) {
		size_t width = 0, column = i % g->columns;

		for (size_t k = column; k < g->cells; k += g->columns)
			if (strlen(at(g, k)) > width)
				width = strlen(at(g, k));
		if (column == 0)
			fprintf(out, "%-*s", (int)width, at(g, i));
		else
			fprintf(out, "  %*s", (int)width, at(g, i));
		if (column == g->columns - 1)
			fputc('\n', out);
	}
}
