/* SPDX-License-Identifier: MIT */
/* catch2.c - Catch2, versions 2 and 3 */
#include <string.h>

#include "cli/suite/framework.h"

static void read(struct words *names, char *text)
{
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		size_t n = strlen(line);

		/* Version 2 puts a name that begins with # into quotes. */
		if (n > 2 && strncmp(line, "\"#", 2) == 0 &&
			line[n - 1] == '"') {
			line[n - 1] = '\0';
			line++;
		}
		words_add(names, line);
	}
}

/* A comma divides names, a bracket begins a tag, a star is any text; in quotes
 * a dash begins no option, and blanks at the ends stay. */
static void select_case(struct selection *s, const char *name)
{
	const char *escaped = words_escape(name, ",[]\\\"*~");
	size_t n = strlen(escaped);
	bool quotes = n && (strchr("- ", escaped[0]) || escaped[n - 1] == ' ');

	words_addf(&s->arguments, quotes ? "\"%s\"" : "%s", escaped);
}

const struct framework framework_catch2 = {.name = "Catch2",
	.symbols = {"_ZN5Catch7Session3runEv"},
	.list_arguments = {"--list-test-names-only"},
	.read = read,
	.select = select_case};

/* Here a quiet list is one of names. */
const struct framework framework_catch3 = {.name = "Catch2, version 3",
	.symbols = {"_ZNK5Catch14TestCaseHandle"},
	.list_arguments = {"--list-tests", "--verbosity", "quiet"},
	.sources = "compile it as a part of the project (FetchContent, or its "
		   "two files of extras) in place of linking libCatch2.a",
	.read = read,
	.select = select_case};
