/* SPDX-License-Identifier: MIT */
/* github.c - annotations of a build on GitHub: a line of the log each
 *
 * ::error file=F,line=N,title=T::MESSAGE for a bug, or a verdict `error`;
 * ::warning for a data race that may matter; ::notice for what is not proven.
 * Files are relative to GITHUB_WORKSPACE, where the sources were checked out.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/formats/formats.h"

/* A line feed would end the annotation and begin another one; in a property ':'
 * and ',' end it. */
static void put(const char *text, bool property, FILE *out)
{
	for (; *text; text++)
		if (strchr("%\r\n", *text) || (property && strchr(":,", *text)))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, out);
}

/* As the repository has it: results name files from where the check was. */
static void put_file(const char *file, FILE *out)
{
	const char *top = getenv("GITHUB_WORKSPACE");
	char here[PATH_MAX], path[2 * PATH_MAX];
	size_t n = top ? strlen(top) : 0;

	if (file[0] == '/' || !getcwd(here, sizeof here))
		snprintf(path, sizeof path, "%.4000s", file);
	else
		snprintf(path, sizeof path, "%s/%.4000s", here, file);
	if (n && strncmp(path, top, n) == 0 && path[n] == '/')
		put(path + n + 1, true, out);
	else
		put(file, true, out);
}

static void begin(const char *level, const json_t *at, const char *what,
	const char *kind, FILE *out)
{
	fprintf(out, "::%s ", level);
	if (at && *text_of(at, "file")) {
		fprintf(out, "file=");
		put_file(text_of(at, "file"), out);
		fprintf(out, ",line=%lld,", (long long)number_of(at, "line"));
	}
	fprintf(out, "title=");
	put(what, true, out);
	put(kind, true, out);
	fprintf(out, "::");
}

static void of_case(const char *name, FILE *out)
{
	if (!*name)
		return;
	put(name, false, out);
	put(": ", false, out);
}

/* What `scarp explain` takes. */
static void put_code(const json_t *of, const char *name, FILE *out)
{
	if (!*text_of(of, name))
		return;
	put(" [", false, out);
	put(text_of(of, name), false, out);
	put("]", false, out);
}

static void bug(const json_t *b, const char *name, FILE *out)
{
	const char *why = text_of(json_object_get(b, "decisive"), "text");

	begin("error", b, "scarp: ", text_of(b, "kind"), out);
	of_case(name, out);
	put(text_of(b, "title"), false, out);
	put_code(b, "code", out);
	if (*why) {
		put("\n", false, out);
		put(why, false, out);
	}
	if (*text_of(b, "schedule")) {
		put("\nscarp replay ", false, out);
		put(text_of(b, "schedule"), false, out);
	}
	fputc('\n', out);
}

/* One for each pair of lines that may matter. */
static void race(const json_t *r, size_t i, const char *name, FILE *out)
{
	const json_t *first = json_object_get(r, "first"),
		     *second = json_object_get(r, "second");
	const char *class = text_of(r, "class");
	char line[32];

	if (number_of(r, "group") != (json_int_t)i || *text_of(r, "quiet") ||
		number_of(r, "suppressed") ||
		strcmp(class, "benign here") == 0 ||
		strcmp(class, "one order") == 0 ||
		strcmp(class, "false positive") == 0)
		return;
	begin("warning", second, "scarp: ", "data_race", out);
	of_case(name, out);
	put("data race on ", false, out);
	put(text_of(r, "object"), false, out);
	put(": ", false, out);
	put(text_of(second, "access"), false, out);
	put(" here, ", false, out);
	put(text_of(first, "access"), false, out);
	put(" at ", false, out);
	put(text_of(first, "file"), false, out);
	snprintf(line, sizeof line, ":%lld",
		(long long)number_of(first, "line"));
	put(line, false, out);
	fputc('\n', out);
}

static void search_of(const struct document *d, const json_t *search,
	const char *name, FILE *out)
{
	const char *verdict = text_of(search, "verdict");
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(search, "bugs"), i, one)
	{
		if (document_shows(d, i))
			bug(one, name, out);
	}
	json_array_foreach(document_others(d, search), i, one)
		bug(one, name, out);
	if (d->bug)
		return;
	json_array_foreach(json_object_get(search, "races"), i, one)
		race(one, i, name, out);
	if (strcmp(verdict, "error") != 0 && strcmp(verdict, "partial") != 0)
		return;
	begin(verdict[0] == 'e' ? "error" : "notice", NULL, "scarp: ", verdict,
		out);
	of_case(name, out);
	put(text_of(search, verdict[0] == 'e' ? "error" : "sentence"), false,
		out);
	put_code(search, "error_code", out);
	fputc('\n', out);
}

static void write_all(const struct document *d, size_t n, FILE *out)
{
	const char *name, *why;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < document_searches(&d[i]); k++) {
			const json_t *search =
				document_search(&d[i], k, &name, &why);

			search_of(&d[i], search, name, out);
		}
}

const struct format format_github = {.name = "github",
	.what = "annotations of a build on GitHub, a line each",
	.whole = true,
	.write = write_all};
