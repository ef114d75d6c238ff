/* SPDX-License-Identifier: MIT */
/* suppressions.c - what a check has found as lines for --suppressions
 *
 * One for each bug and each data race (of two lines), by the innermost function
 * of the user's that a stack names; where none does, by the file.
 */
#include <string.h>

#include "cli/formats/formats.h"

/* What a pattern can say exactly: '#' would begin a reason, '*' is anything. */
static bool writable(const char *name)
{
	return *name && !strpbrk(name, "#*^$ \t\n");
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void place(const json_t *at, char *out, size_t size)
{
	snprintf(out, size, "%s:%lld", last_part(text_of(at, "file")),
		(long long)number_of(at, "line"));
}

static void line(
	FILE *out, const char *kind, const json_t *at, const char *reason)
{
	const char *function = text_of(at, "function");
	const char *file = last_part(text_of(at, "file"));

	if (writable(function))
		fprintf(out, "%s:^%s$  # %s\n", kind, function, reason);
	else if (writable(file))
		fprintf(out, "%s:%s$  # %s\n", kind, file, reason);
	else
		fprintf(out, "# no name for a line %s: (%s)\n", kind, reason);
}

/* The first frame that has a line. */
static const json_t *frame_with_source(const json_t *stack)
{
	const json_t *one;
	size_t i;

	json_array_foreach(stack, i, one)
	{
		if (number_of(one, "line"))
			return one;
	}
	return json_array_get(stack, 0);
}

/* Of those that wait for ever one that is in the circle: who only waits for the
 * end of another thread would fit many a deadlock. */
static const json_t *who_waits(const json_t *bug)
{
	const json_t *waits =
		json_object_get(json_object_get(bug, "trace"), "waits");
	const json_t *one;
	size_t i;

	json_array_foreach(waits, i, one)
	{
		if (*text_of(one, "owner") &&
			!strstr(text_of(one, "text"), "the end of"))
			return one;
	}
	return json_array_get(waits, 0);
}

static void of_bug(const json_t *bug, FILE *out)
{
	const json_t *stack = json_object_get(bug, "stack");
	const json_t *at = frame_with_source(stack);
	char title[400];

	snprintf(title, sizeof title, "%s", text_of(bug, "title"));
	title[strcspn(title, "\n")] = '\0';
	if (!at)
		at = frame_of(bug, who_waits(bug));
	line(out, text_of(bug, "kind"), at, title);
}

static void of_race(const json_t *race, FILE *out)
{
	const json_t *a = json_object_get(race, "first"),
		     *b = json_object_get(race, "second");
	char one[200], other[200], reason[900];

	place(a, one, sizeof one);
	place(b, other, sizeof other);
	snprintf(reason, sizeof reason, "%.400s: %s and %s",
		text_of(race, "object"), one, other);
	reason[strcspn(reason, "\n")] = '\0';
	line(out, "race", a, reason);
}

static void of_search(const struct document *d, const json_t *search, FILE *out)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(search, "bugs"), i, one)
	{
		if (document_shows(d, i) &&
			strcmp(text_of(one, "kind"), "data_race") != 0)
			of_bug(one, out);
	}
	json_array_foreach(document_others(d, search), i, one) of_bug(one, out);
	json_array_foreach(json_object_get(search, "races"), i, one)
	{
		if (!d->bug && number_of(one, "group") == (json_int_t)i &&
			!number_of(one, "suppressed"))
			of_race(one, out);
	}
}

static void write(const struct document *d, size_t n, FILE *out)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < document_searches(&d[i]); k++) {
			const char *name, *why;

			of_search(&d[i], document_search(&d[i], k, &name, &why),
				out);
		}
}

const struct format format_suppressions = {.name = "suppressions",
	.what = "bugs and data races as lines for check's --suppressions",
	.whole = true,
	.write = write};
