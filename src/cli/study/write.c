/* SPDX-License-Identifier: MIT */
#include "cli/study/write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_id.h"
#include "cli/formats/escape.h"
#include "cli/study/plots.h"
#include "cli/study/tables.h"
#include "replay/new_file.h"

static int begin(const struct study *s, struct new_file *n, const char *name,
	struct err *err)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%.3900s/%.100s", s->into, name);
	return file_begin(n, path, err);
}

/* --- what is said of a study ------------------------------------------------
 */

static void limit_words(const struct study *s, char *out, size_t size)
{
	const struct study_suite *u = &s->suite;

	if (u->executions && u->seconds > 0)
		snprintf(out, size, "%" PRIu64 " schedules, or %g s",
			u->executions, u->seconds);
	else if (u->executions)
		snprintf(out, size, "%" PRIu64 " schedules", u->executions);
	else
		snprintf(out, size, "%g s", u->seconds);
}

static void head_words(const struct study *s, char *out, size_t size)
{
	char limit[80];

	limit_words(s, limit, sizeof limit);
	snprintf(out, size,
		"%zu programs, %zu techniques, %zu seed%s; each run ends after "
		"%s%s. %zu of %zu runs are measured. scarp %s.",
		s->suite.programs, s->suite.techniques, s->suite.seeds,
		s->suite.seeds == 1 ? "" : "s", limit,
		s->suite.stops ? ", or at its first bug" : "", s->measured,
		s->cells, SCARP_BUILD);
}

/* --- tables -----------------------------------------------------------------
 */

static int write_markdown(const struct study *s, struct err *err)
{
	struct new_file n;
	char head[600];

	if (begin(s, &n, "tables.md", err))
		return err->code;
	head_words(s, head, sizeof head);
	fprintf(n.f, "# %s\n\n%s\n\n", s->suite.name, head);
	for (size_t i = 0; study_table_at(i); i++) {
		const struct study_table *t = study_table_at(i);
		struct grid g = {0};

		if (t->wanted && !t->wanted(s))
			continue;
		t->fill(s, &g);
		grid_markdown(&g, n.f);
		grid_fini(&g);
	}
	return file_end(&n, FILE_REPLACE, err);
}

static int write_csv(const struct study *s, const char *name,
	void (*fill)(const struct study *s, struct grid *g), struct err *err)
{
	struct grid g = {0};
	struct new_file n;
	char file[100];

	snprintf(file, sizeof file, "%s.csv", name);
	if (begin(s, &n, file, err))
		return err->code;
	fill(s, &g);
	grid_csv(&g, n.f);
	grid_fini(&g);
	return file_end(&n, FILE_REPLACE, err);
}

/* What there is no more: a table of what was odd, plots of another suite. */
static void drop(const struct study *s, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%.3900s/%.100s", s->into, name);
	unlink(path);
}

static int write_tables(const struct study *s, struct err *err)
{
	if (write_markdown(s, err) || write_csv(s, "cells", table_cells, err))
		return err->code;
	for (size_t i = 0; study_table_at(i) && !err->code; i++) {
		const struct study_table *t = study_table_at(i);
		char name[100];

		snprintf(name, sizeof name, "%s.csv", t->name);
		if (!t->wanted || t->wanted(s))
			write_csv(s, t->name, t->fill, err);
		else
			drop(s, name);
	}
	return err->code;
}

static int write_json(const struct study *s, struct err *err)
{
	json_t *all = json_object(), *cells = json_array();
	struct new_file n;
	int bad = begin(s, &n, "study.json", err);

	json_object_set_new(all, "format", json_string("scarp-study"));
	json_object_set_new(all, "version", json_integer(1));
	json_object_set_new(all, "scarp", json_string(SCARP_BUILD));
	json_object_set_new(all, "name", json_string(s->suite.name));
	json_object_set(all, "suite", s->suite.all);
	json_object_set_new(all, "runs", json_integer((json_int_t)s->cells));
	for (size_t i = 0; i < s->cells; i++)
		if (s->cell[i].outcome != CELL_OPEN)
			json_array_append_new(
				cells, cell_json(&s->suite, &s->cell[i]));
	json_object_set_new(all, "measured", cells);
	if (!bad) {
		json_dumpf(all, n.f, JSON_INDENT(1));
		fputc('\n', n.f);
		bad = file_end(&n, FILE_REPLACE, err);
	}
	json_decref(all);
	return bad;
}

/* --- plots ------------------------------------------------------------------
 */

/* Plot number `i`, with the name of its file; false: there are no more. */
static bool plot_at(
	const struct study *s, size_t i, char *name, size_t size, FILE *out)
{
	const struct study_suite *u = &s->suite;

	if (i == 0) {
		snprintf(name, size, "found.svg");
		if (out)
			plot_found(s, out);
	} else if (i <= u->venns) {
		snprintf(name, size, "venn-%zu.svg", i);
		if (out)
			plot_venn(s, &u->venn[i - 1], out);
	} else if (i <= u->venns + u->scatters) {
		snprintf(name, size, "scatter-%zu.svg", i - u->venns);
		if (out)
			plot_scatter(s, &u->scatter[i - 1 - u->venns], out);
	} else {
		return false;
	}
	return true;
}

static int write_plots(const struct study *s, struct err *err)
{
	char name[100];

	for (size_t i = 1; i <= GROUPS_MAX; i++) {
		snprintf(name, sizeof name, "venn-%zu.svg", i);
		if (i > s->suite.venns)
			drop(s, name);
		snprintf(name, sizeof name, "scatter-%zu.svg", i);
		if (i > s->suite.scatters)
			drop(s, name);
	}
	for (size_t i = 0; plot_at(s, i, name, sizeof name, NULL); i++) {
		struct new_file n;

		if (begin(s, &n, name, err))
			return err->code;
		plot_at(s, i, name, sizeof name, n.f);
		if (file_end(&n, FILE_REPLACE, err))
			return err->code;
	}
	return OK;
}

/* --- the page ---------------------------------------------------------------
 */

static const char style[] =
	"body{font:15px/1.45 sans-serif;color:#222;background:#fff;"
	"max-width:1200px;margin:2em auto;padding:0 1em}\n"
	"table{border-collapse:collapse;font-size:13px}\n"
	"th,td{border-bottom:1px solid #ddd;padding:2px 8px;text-align:right;"
	"white-space:nowrap}\n"
	"th{vertical-align:bottom;background:#f4f4f4}\n"
	"th:first-child,td:first-child{text-align:left;position:sticky;left:0;"
	"background:#fff}\n"
	".wide{overflow-x:auto}\n"
	".plots{display:flex;flex-wrap:wrap;gap:16px}\n"
	".plots svg{max-width:100%;height:auto;border:1px solid #ddd}\n"
	"pre{white-space:pre-wrap;font-size:12px}\n";

static void page_tables(const struct study *s, FILE *out)
{
	for (size_t i = 0; study_table_at(i); i++) {
		const struct study_table *t = study_table_at(i);
		struct grid g = {0};

		if (t->wanted && !t->wanted(s))
			continue;
		t->fill(s, &g);
		grid_html(&g, out);
		grid_fini(&g);
	}
}

static int write_page(const struct study *s, struct err *err)
{
	char head[600], name[100];
	struct new_file n;
	char *suite;

	if (begin(s, &n, "study.html", err))
		return err->code;
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
	      "charset=\"utf-8\"><meta name=\"viewport\" "
	      "content=\"width=device-width\">\n<title>",
		n.f);
	escape_xml(s->suite.name, n.f);
	fprintf(n.f, "</title>\n<style>\n%s</style></head><body>\n<h1>", style);
	escape_xml(s->suite.name, n.f);
	head_words(s, head, sizeof head);
	fputs("</h1>\n<p>", n.f);
	escape_xml(head, n.f);
	fputs("</p>\n<div class=\"plots\">\n", n.f);
	for (size_t i = 0; plot_at(s, i, name, sizeof name, n.f); i++)
		;
	fputs("</div>\n", n.f);
	page_tables(s, n.f);
	suite = json_dumps(s->suite.all, JSON_INDENT(1));
	fputs("<h2>The suite</h2>\n<pre>", n.f);
	escape_xml(suite ? suite : "", n.f);
	fputs("</pre>\n</body></html>\n", n.f);
	free(suite);
	return file_end(&n, FILE_REPLACE, err);
}

int study_write(const struct study *s, struct err *err)
{
	if (write_tables(s, err) || write_json(s, err) || write_plots(s, err))
		return err->code;
	return write_page(s, err);
}
