/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cli/suite/framework.h"

/* The names stand between two lines of ='s, each on a line of its own; one that
 * is empty is an empty line. */
static void read(struct words *names, char *text)
{
	bool inside = false;

	for (char *line; (line = strsep(&text, "\n"));)
		if (strncmp(line, "=====", 5) == 0)
			inside = !inside;
		else if (inside)
			words_add(names, line);
}

static void select_case(struct selection *s, const char *name)
{
	words_add(&s->arguments, "--case-sensitive=1");
	words_addf(&s->arguments, "--test-case=%s", words_escape(name, ",\\"));
}

const struct framework framework_doctest = {.name = "doctest",
	.symbols = {"_ZN7doctest7Context3runEv"},
	.list_arguments = {"--list-test-cases", "--no-colors=1"},
	.read = read,
	.select = select_case};
