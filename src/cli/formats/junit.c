/* SPDX-License-Identifier: MIT */
/* junit.c - results for a build that reads JUnit's XML
 *
 * A test suite for each result, in it a test case for the search (or one for
 * each test case of a framework).  A bug is a failure, a verdict `error` an
 * error; what is partial has passed, and its properties say what is not proven.
 */
#include <string.h>

#include "cli/formats/escape.h"
#include "cli/formats/formats.h"

struct counts {
	size_t tests, failures, errors, skipped;
	double seconds;
};

static void attribute(FILE *out, const char *name, const char *value)
{
	fprintf(out, " %s=\"", name);
	escape_xml(value, out);
	fputc('"', out);
}

static const char *verdict(const json_t *search)
{
	return text_of(search, "verdict");
}

static double seconds(const json_t *search)
{
	return json_number_value(json_object_get(search, "seconds"));
}

static struct counts count(const struct document *d)
{
	struct counts c = {0};

	for (size_t i = 0; i < document_searches(d); i++) {
		const char *name, *why;
		const json_t *search = document_search(d, i, &name, &why);

		c.tests++;
		c.failures += strcmp(verdict(search), "bug") == 0;
		c.skipped += !*verdict(search) && *why;
		c.errors += strcmp(verdict(search), "error") == 0 ||
			    (!*verdict(search) && !*why);
		c.seconds += seconds(search);
	}
	return c;
}

static void counted(FILE *out, const struct counts *c)
{
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", c->tests,
		c->failures, c->errors);
}

static void property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "      <property");
	attribute(out, "name", name);
	attribute(out, "value", value);
	fprintf(out, "/>\n");
}

static void properties(FILE *out, const json_t *search)
{
	static const char *const take[] = {"verdict", "sentence", "strategy",
		"reduction", "model", "mode"};
	const json_t *one;
	char text[400];
	size_t i;

	for (i = 0; i < sizeof take / sizeof *take; i++)
		if (*text_of(search, take[i]))
			property(out, take[i], text_of(search, take[i]));
	snprintf(text, sizeof text, "%lld",
		(long long)number_of(search, "executions"));
	property(out, "executions", text);
	json_array_foreach(json_object_get(search, "caveats"), i, one)
	{
		snprintf(text, sizeof text, "%s%s%s", text_of(one, "sentence"),
			*text_of(one, "detail") ? ": " : "",
			text_of(one, "detail"));
		text_whole(text);
		property(out, text_of(one, "kind"), text);
	}
}

/* What bug-N.txt begins with, and where the rest is. */
static void bug(FILE *out, const json_t *b)
{
	char place[300];
	const json_t *one;
	size_t i;

	escape_xml(text_of(b, "title"), out);
	if (*text_of(b, "file")) {
		escape_xml("\n  at ", out);
		escape_xml(text_of(b, "file"), out);
		fprintf(out, ":%lld", (long long)number_of(b, "line"));
	}
	json_array_foreach(steps_of(b), i, one)
	{
		if (!is_true(one, "shown"))
			continue;
		place_of(frame_of(b, one), place, sizeof place);
		escape_xml(is_true(one, "failed") ? "\n  >> " : "\n  ", out);
		escape_xml(text_of(one, "thread"), out);
		escape_xml(": ", out);
		escape_xml(text_of(one, "text"), out);
		escape_xml("  ", out);
		escape_xml(place, out);
	}
	json_array_foreach(
		json_object_get(json_object_get(b, "trace"), "waits"), i, one)
	{
		escape_xml("\n  >> ", out);
		escape_xml(text_of(one, "thread"), out);
		escape_xml(" ", out);
		escape_xml(text_of(one, "text"), out);
	}
	if (*text_of(b, "schedule")) {
		escape_xml("\n  scarp replay ", out);
		escape_xml(text_of(b, "schedule"), out);
	}
	escape_xml("\n", out);
}

static void failure(FILE *out, const struct document *d, const json_t *search)
{
	const json_t *bugs = json_object_get(search, "bugs"), *one;
	size_t i, first = d->bug ? d->bug - 1 : 0;

	one = json_array_get(bugs, first);
	fprintf(out, "      <failure");
	attribute(out, "type", text_of(one, "kind"));
	attribute(out, "message", text_of(one, "title"));
	fprintf(out, ">");
	json_array_foreach(bugs, i, one)
	{
		if (document_shows(d, i))
			bug(out, one);
	}
	json_array_foreach(document_others(d, search), i, one) bug(out, one);
	fprintf(out, "</failure>\n");
}

static void one_case(FILE *out, const struct document *d, const json_t *search,
	const char *name, const char *why)
{
	char command[500];

	command_of(search, command, sizeof command);
	fprintf(out, "    <testcase");
	attribute(out, "classname", "scarp");
	attribute(out, "name", *name ? name : command);
	fprintf(out, " time=\"%.3f\">\n", seconds(search));
	if (strcmp(verdict(search), "bug") == 0) {
		failure(out, d, search);
	} else if (!*verdict(search) && *why) {
		fprintf(out, "      <skipped");
		attribute(out, "message", why);
		fprintf(out, "/>\n");
	} else if (!*verdict(search) || !strcmp(verdict(search), "error")) {
		const char *error = text_of(search, "error");

		fprintf(out, "      <error type=\"error\"");
		attribute(out, "message",
			*error ? error : "the search could not begin");
		fprintf(out, "/>\n");
	}
	fprintf(out, "    </testcase>\n");
}

static void suite(FILE *out, const struct document *d)
{
	struct counts c = count(d);
	const char *name, *why;
	const json_t *search = document_search(d, 0, &name, &why);
	char command[500];

	command_of(search, command, sizeof command);
	if (document_searches(d) > 1) /* what follows is of one case */
		command[strcspn(command, " ")] = '\0';
	fprintf(out, "  <testsuite");
	attribute(out, "name", *command ? command : d->path);
	counted(out, &c);
	fprintf(out, " skipped=\"%zu\" time=\"%.3f\">\n", c.skipped, c.seconds);
	fprintf(out, "    <properties>\n");
	if (document_searches(d) == 1)
		properties(out, search);
	fprintf(out, "    </properties>\n");
	for (size_t i = 0; i < document_searches(d); i++) {
		search = document_search(d, i, &name, &why);
		one_case(out, d, search, name, why);
	}
	fprintf(out, "  </testsuite>\n");
}

static void write(const struct document *d, size_t n, FILE *out)
{
	struct counts all = {0};

	for (size_t i = 0; i < n; i++) {
		struct counts c = count(&d[i]);

		all.tests += c.tests;
		all.failures += c.failures;
		all.errors += c.errors;
		all.seconds += c.seconds;
	}
	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
		     "name=\"scarp\"");
	counted(out, &all);
	fprintf(out, " time=\"%.3f\">\n", all.seconds);
	for (size_t i = 0; i < n; i++)
		suite(out, &d[i]);
	fprintf(out, "</testsuites>\n");
}

const struct format format_junit = {.name = "junit",
	.what = "results as JUnit's XML: a suite for each",
	.whole = true,
	.write = write};
